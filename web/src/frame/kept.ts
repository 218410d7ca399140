// What this browser keeps for the page. Storage can be forbidden, or full: the page works without.
type Where = "localStorage" | "sessionStorage";

export function kept(key: string, where: Where = "localStorage"): string | null {
  try {
    return window[where].getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string, where: Where = "localStorage"): void {
  try {
    window[where].setItem(key, value);
  } catch {
    // see above
  }
}
