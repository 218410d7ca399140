// One press answers one question: not the second click of a double click, nor a key that is held down, answers the next.

/** Not every browser counts the taps of a finger: two that come faster than this at the same place are a double one. */
const FAST = 400; // milliseconds
const NEAR = 8; // pixels

let answers = 0;

/** A question was answered, or the page turned: what is pressed at once was meant for what was there before. */
export const answered = (): void => void answers++;

export function guardPresses(): void {
  let last = { x: 0, y: 0, at: -Infinity, answers: 0, on: null as Element | null };
  const onClick = (click: MouseEvent) => {
    if (!click.isTrusted || click.detail === 0) return; // by a key
    const near = click.timeStamp - last.at < FAST && Math.hypot(click.clientX - last.x, click.clientY - last.y) < NEAR;
    const again = click.detail > 1 || (near && (click as PointerEvent).pointerType === "touch");
    const late = again && (answers > last.answers || !last.on?.getClientRects().length); // what took the first one may be gone with it
    const on = late ? last.on : (click.target as Element).closest("button, a, summary, [data-part]") ?? (click.target as Element);
    last = { x: click.clientX, y: click.clientY, at: click.timeStamp, answers: late ? last.answers : answers, on };
    if (late) stop(click);
  };
  const onKey = (key: KeyboardEvent) => {
    if (key.repeat && (key.key === "Enter" || key.key === " ") && !(key.target as Element).closest("input, textarea, select")) stop(key);
  };
  window.addEventListener("click", onClick, true);
  window.addEventListener("keydown", onKey, true);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
