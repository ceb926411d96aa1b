import type { ReactNode } from 'react';

/** A line of a menu that does something. */
export type ActionItem = {
  kind?: undefined;
  key: string;
  label: string;
  icon?: ReactNode;
  /** Picture before the label. */
  picture?: ReactNode;
  /** Note in small print at the end. */
  note?: string | undefined;
  /** Key combination shown at the end, such as `Ctrl D`. */
  shortcut?: string | undefined;
  /** Checked state, which makes the item a checkbox item. */
  isChecked?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Whether the action needs the server; without a connection the item is disabled and names the reason. */
  needsServer?: boolean;
  /** Keeps the menu open, so that several items can be checked. */
  staysOpen?: boolean;
  onSelect: () => void;
};

/** One line of a menu. */
export type MenuItem =
  | ActionItem
  | { kind: 'separator'; key: string }
  | { kind: 'submenu'; key: string; label: string; icon?: ReactNode; items: readonly MenuItem[] };
