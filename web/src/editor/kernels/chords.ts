/** A key with its modifiers, such as `Mod+Shift+G`; `Mod` is Ctrl, or Cmd on a Mac. */
export type Chord = string;

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** How long the names of keys are that write something. */
const WRITTEN = 1;

/**
 * What a key is called: what it writes, and for a letter that is none of ours, as on a Greek keyboard or on a Mac with
 * Option held, what the same key writes on a Latin one. A key of the row of digits is its digit also where that takes
 * Shift, as on a French keyboard.
 */
export function keyName({ key, code, shiftKey }: Pick<KeyPress, 'key' | 'code' | 'shiftKey'>): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey && [...key].length === WRITTEN) {
    return digit;
  }
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  const isForeign = [...key].length === WRITTEN && !/^[\x20-\x7e]$/.test(key);
  return latin !== undefined && isForeign ? latin.toLowerCase() : key;
}

/** Keys that need Shift on some keyboards and not on others: whether it is held says nothing. */
const SYMBOLS = new Set(['?', '+', '-', '.', '/']);

/** Whether a press is a chord. Letters are taken by what they write, so that they sit where the keyboard shows them. */
export function isChord(event: KeyPress, chord: Chord): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier);
  return (
    keyName(event).toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === wants('Mod') &&
    event.altKey === wants('Alt') &&
    (SYMBOLS.has(key) || event.shiftKey === wants('Shift'))
  );
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Delete: 'Del',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Backspace: '⌫',
};

/** A chord as it is written on keys. */
export function chordLabel(chord: Chord, isMac: boolean): string {
  const parts = chord.split('+').map((part) => {
    const modifier = isMac ? MAC_SIGNS[part] : undefined;
    return modifier ?? (part === 'Mod' ? 'Ctrl' : (NAMES[part] ?? part));
  });
  return parts.join(isMac ? '' : ' ');
}
