import type { ReactNode } from 'react';

/** One line of a menu. */
export type MenuItem =
  | { kind: 'separator'; key: string }
  | {
      kind: 'action';
      key: string;
      label: string;
      icon?: ReactNode;
      /** Stands before the words of a line that can be ticked. */
      picture?: ReactNode;
      /** A word about it, in small print at the end. */
      note?: string | undefined;
      /** Shown at the end, such as `Ctrl D`. */
      shortcut?: string | undefined;
      /** With it the line is one that can be ticked. */
      isChecked?: boolean;
      isDisabled?: boolean;
      isDangerous?: boolean;
      /** The menu stays open, so that several lines can be ticked. */
      staysOpen?: boolean;
      onSelect: () => void;
    }
  | { kind: 'submenu'; key: string; label: string; icon?: ReactNode; items: readonly MenuItem[] };
