// The frame's own small drawings, on a 24 by 24 grid.
import type { JSX } from "preact";

function Icon({ children }: { children: JSX.Element | JSX.Element[] }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

/** The arrow of undo, struck out: what cannot be taken back. Lines only, so that it is seen on every ground. */
export const NoUndoIcon = () => (
  <Icon>
    <path d="M9 4L4 9l5 5M4 9h10a6 5.5 0 0 1 0 11h-3M4 22L20 2" fill="none" stroke="currentColor" stroke-width="2.6" />
  </Icon>
);

export const UndoIcon = () => (
  <Icon>
    <path d="M9 5L4 10l5 5M4 10h10a6 5.5 0 0 1 0 9h-3" fill="none" stroke="currentColor" stroke-width="2" />
  </Icon>
);

export const ChatIcon = () => (
  <Icon>
    <path d="M3 4h18v12H11l-5 4v-4H3z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
  </Icon>
);

export const CrossIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" />
  </Icon>
);

/** Two halves of a curtain on a rail, tied back. */
export const CurtainIcon = () => (
  <Icon>
    <path
      d="M2 4h20M4 4v16c3 0 4-3 4-6 2-2 3-5 3-10M20 4v16c-3 0-4-3-4-6-2-2-3-5-3-10"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linejoin="round"
    />
  </Icon>
);

/** A page with a column at its right. */
export const ColumnIcon = () => (
  <Icon>
    <path d="M3 4h18v16H3zM14 4v16M17 9h1M17 13h1" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
  </Icon>
);

/** An arrow that goes round. */
export const AgainIcon = () => (
  <Icon>
    <path d="M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
  </Icon>
);

/** A gong; struck through when nothing is heard. */
export const SoundIcon = ({ on }: { on: boolean }) => (
  <Icon>
    <path d="M3 4h18M7 4v3M17 4v3" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    <circle cx="12" cy="14" r="7.5" fill="none" stroke="currentColor" stroke-width="2" />
    <path d={on ? "M12 13.9v.2" : "M4 21L20 6"} fill="none" stroke="currentColor" stroke-width={on ? 5 : 2} stroke-linecap="round" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M5 12h.01M12 12h.01M19 12h.01" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" />
  </Icon>
);

export const GearIcon = () => (
  <Icon>
    <path
      d="M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
    />
    <circle cx="15" cy="7" r="2" fill="none" stroke="currentColor" stroke-width="2" />
    <circle cx="9" cy="12" r="2" fill="none" stroke="currentColor" stroke-width="2" />
    <circle cx="17" cy="17" r="2" fill="none" stroke="currentColor" stroke-width="2" />
  </Icon>
);
