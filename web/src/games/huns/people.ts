// The mercenaries and the kings, put together from the shared parts of people.
import type { Person } from "../../people/bust";

export const PEOPLE: Record<string, Person> = {
  // Attila
  king0: { head: "broad", eyes: "fierce", nose: "broad", beard: "drooping", hat: "fur", robe: "furred", ground: "rays" },
  // Bleda, who liked to laugh
  king1: { head: "man", eyes: "narrow", mouth: "smile", beard: "moustache", hat: "plait", robe: "cloak", ground: "sun", marks: ["earring"] },
  // Rua, the old king
  king2: { head: "old", eyes: "aged", nose: "hooked", beard: "white", hat: "banded", robe: "furred", ground: "gouged" },
  // Octar
  king3: { head: "man", eyes: "stern", beard: "forked", hat: "tiara", robe: "plated", ground: "cloth", turned: true },
  // Ildico the Poisoner
  M01: { head: "woman", eyes: "lady", nose: "small", mouth: "lady", hat: "braids", robe: "coloured", ground: "night" },
  // Quartermaster
  M02: { head: "broad", eyes: "calm", nose: "broad", mouth: "smile", beard: "drooping", hat: "plait", robe: "furred", ground: "cloth", marks: ["earring"] },
  // Diviner
  M03: { head: "old", eyes: "shut", nose: "hooked", mouth: "grim", hat: "veil", robe: "shaman", ground: "night", marks: ["wrinkles"] },
  // Gepid Smith
  M04: { head: "broad", eyes: "stern", nose: "broad", beard: "forked", hat: "bald", robe: "apron", ground: "rays", behind: "hammer" },
  // Cartwright
  M05: { head: "man", eyes: "calm", mouth: "smile", beard: "moustache", hat: "cloth", robe: "plain", ground: "sun", behind: "wheel" },
  // Alan Archer
  M06: { head: "man", eyes: "narrow", beard: "goatee", hat: "fur", robe: "furred", ground: "sun", behind: "arrows" },
  // Ostrogoth Outrider
  M07: { head: "man", eyes: "stern", nose: "straight", beard: "drooping", hat: "banded", robe: "cloak", ground: "gouged", behind: "spears" },
  // Roman Deserter
  M08: { head: "man", eyes: "calm", nose: "hooked", mouth: "grim", beard: "stubble", hat: "roman", robe: "cloak", ground: "rays" },
  // Persian Merchant
  M09: { head: "man", eyes: "calm", nose: "hooked", beard: "curled", hat: "turban", robe: "court", ground: "sun", turned: true },
  // Treasurer
  M10: { head: "old", eyes: "aged", nose: "hooked", mouth: "firm", hat: "tiara", robe: "court", ground: "cloth" },
  // Goth Spy
  M11: { head: "man", eyes: "narrow", mouth: "grim", hat: "cowl", robe: "dark", ground: "night" },
  // Bone Caster
  M12: { head: "old", eyes: "fierce", nose: "broad", mouth: "shout", hat: "horned", robe: "shaman", ground: "rays", behind: "bones" },
};
