/** A key with its modifiers, such as `Mod+Shift+G`; `Mod` is Ctrl, or Cmd on a Mac. */
export type Chord = string;

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Length of the `key` value of printable keys. */
const WRITTEN = 1;

/**
 * Name of a key: its character. A letter outside ASCII, as on a Greek keyboard or with Option on a Mac,
 * maps to the Latin letter of the same key. A digit-row key is its digit even where that requires Shift, as
 * on a French keyboard.
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

/** Symbols that need Shift on some keyboards only; Shift is ignored for them. */
const SYMBOLS = new Set(['?', '+', '-', '.', '/']);

/** Whether a key press matches a chord. Letters match by character, as printed on the keyboard. */
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

/** Display form of a chord. */
export function chordLabel(chord: Chord, isMac: boolean): string {
  const parts = chord.split('+').map((part) => {
    const modifier = isMac ? MAC_SIGNS[part] : undefined;
    return modifier ?? (part === 'Mod' ? 'Ctrl' : (NAMES[part] ?? part));
  });
  return parts.join(isMac ? '' : ' ');
}
