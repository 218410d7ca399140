// The generals and who sends them, put together from the shared parts of people: blue ones of Sun Tzu, red ones of King Shao.
import type { Person } from "../../people/bust";

export const PEOPLE: Record<string, Person> = {
  // Sun Tzu, the master
  side0: { head: "old", eyes: "calm", beard: "three", hat: "bun", robe: "court", ground: "sun", marks: ["wrinkles"] },
  // King Shao
  side1: { head: "broad", eyes: "stern", nose: "hooked", beard: "full", hat: "king", robe: "court", ground: "rays", turned: true },
  // March: out on the road
  B1: { head: "man", eyes: "calm", beard: "moustache", hat: "cloth", robe: "armour", ground: "sun", behind: "spears" },
  // Feint: one does not know what he thinks
  B2: { head: "man", eyes: "narrow", mouth: "smile", beard: "drooping", hat: "bun", robe: "court", ground: "cloth", turned: true },
  // Vanguard: young, and ahead of all
  B3: { head: "man", eyes: "young", hat: "feathers", robe: "plated", ground: "rays", behind: "sword" },
  // Regrouping: an old hand
  B4: { head: "old", eyes: "aged", nose: "hooked", beard: "white", hat: "helmet", robe: "armour", ground: "sun", marks: ["wrinkles"] },
  // Levy: from the fields
  B5: { head: "broad", eyes: "calm", nose: "broad", mouth: "shout", hat: "straw", robe: "plain", ground: "rays" },
  // Second siege
  R1: { head: "broad", eyes: "stern", nose: "broad", beard: "full", hat: "banded", robe: "plated", ground: "gouged", behind: "axe" },
  // Strike: one eye lost
  R2: { head: "man", eyes: "patched", mouth: "grim", beard: "stubble", hat: "topknot", robe: "armour", ground: "rays", behind: "halberd" },
  // Physician
  R3: { head: "old", eyes: "shut", beard: "three", hat: "thin", robe: "light", ground: "sun", marks: ["wrinkles"], turned: true },
  // Pestilence: a sorceress
  R4: { head: "woman", eyes: "stern", mouth: "lady", hat: "veil", robe: "dark", ground: "night" },
  // Contagion: behind a cloth
  R5: { head: "man", eyes: "fierce", hat: "mask", robe: "dark", ground: "sun", turned: true },
};
