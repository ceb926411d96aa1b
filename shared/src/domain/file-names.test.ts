import { expect, it } from 'vitest';
import { normalizedFileName } from './file-names.ts';

it.each([
  ['in a different case', 'maps/Größe 1.PNG'],
  ['with backslashes', 'C:\\maps\\größe 1.png'],
  ['escaped', 'maps/gr%C3%B6%C3%9Fe%201.png'],
  ['in decomposed Unicode (NFD)', 'größe 1.png'.normalize('NFD')],
])('normalizedFileName recognizes a name %s', (_, path) => {
  expect(normalizedFileName(path)).toBe('größe 1.png');
});

it('normalizedFileName keeps a percent sign that starts no escape', () => {
  expect(normalizedFileName('maps/100% wool.png')).toBe('100% wool.png');
});
