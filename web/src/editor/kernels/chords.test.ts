import { expect, it } from 'vitest';
import { chordLabel } from './chords.ts';

it.each([
  ['Mod+Shift+z', false, 'Ctrl Shift z'],
  ['Mod+Shift+z', true, '⌘⇧z'],
  ['Alt+ArrowUp', false, 'Alt ↑'],
  ['Shift+ArrowLeft', false, 'Shift ←'],
  ['ArrowRight', true, '→'],
  ['PageDown', false, 'PgDn'],
  ['Escape', false, 'Esc'],
])('chordLabel formats %s like the labels of the keys (Mac: %s)', (chord, isMac, label) => {
  expect(chordLabel(chord, isMac)).toBe(label);
});
