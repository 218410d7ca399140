// The names of the rivers of our two maps. A map of one's own may have other rivers: a name is written only where its hexes are one.
import { m } from "../../frame/texts";

export const RIVERS: readonly { name: string; hexes: readonly string[] }[] = [
  { name: m("Huang He"), hexes: ["B4", "C3", "C2", "D2", "E2", "F3", "F4"] },
  { name: m("Yangtze"), hexes: ["C13", "C12", "D12", "E11", "F11", "F12", "G13"] },
  { name: m("Huang He"), hexes: ["A6", "B5", "C5", "C4", "D3", "E3", "E4"] },
  { name: m("Yangtze"), hexes: ["B12", "C12", "D13", "E13", "F13", "F12", "G12"] },
];
