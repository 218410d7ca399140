// Who is drawn on the cards, as history knows them: put together from the shared parts of people.
import type { Person } from "../../people/bust";

export const PEOPLE: Record<string, Person> = {
  // the shepherd made king, a boy
  "0": { head: "boy", eyes: "young", nose: "small", mouth: "lady", hat: "crown", robe: "coloured", ground: "cloth", behind: "crook" },
  // seventy years old
  "2": { head: "old", eyes: "aged", nose: "hooked", beard: "white", hat: "thin", robe: "dark", ground: "rays", marks: ["wrinkles"] },
  // sold as a slave, shorn and in an iron collar
  ji_bu: { head: "man", eyes: "stern", mouth: "grim", beard: "stubble", hat: "shorn", robe: "plain", extra: "collar", ground: "gouged" },
  yu_ji: { head: "woman", eyes: "lady", nose: "small", mouth: "lady", hat: "loops", robe: "coloured", ground: "sun", marks: ["flower"] },
  lyu_zhi: { head: "woman", eyes: "stern", nose: "straight", mouth: "lady", hat: "phoenix", robe: "court", ground: "cloth", turned: true },
  xiao_he: { head: "man", eyes: "calm", beard: "goatee", hat: "cap", robe: "court", ground: "gouged", marks: ["cheeks"] },
  peng_yue: { head: "broad", eyes: "narrow", nose: "broad", mouth: "grim", beard: "drooping", hat: "straw", robe: "plain", ground: "sea" },
  xiahou_ying: { head: "man", eyes: "calm", mouth: "smile", beard: "moustache", hat: "cloth", robe: "armour", ground: "sun", behind: "wheel" },
  zhongli_mo: { head: "man", eyes: "stern", beard: "goatee", hat: "helmet", robe: "armour", ground: "rays", behind: "arrows" },
  ying_bu: { head: "broad", eyes: "fierce", nose: "broad", beard: "full", hat: "topknot", robe: "plated", ground: "night", marks: ["brand"] },
  han_xin: { head: "man", eyes: "calm", mouth: "firm", hat: "feathers", robe: "plated", ground: "sun", behind: "sword" },
  liu_bang: { head: "man", eyes: "calm", nose: "hooked", mouth: "smile", beard: "three", hat: "king", robe: "court", ground: "sun" },
  xiang_yu: { head: "broad", eyes: "doubled", nose: "broad", beard: "lion", hat: "crested", robe: "plated", ground: "night" },
};
