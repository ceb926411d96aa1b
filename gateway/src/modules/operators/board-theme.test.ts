import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { boardTheme, readBoardFont } from './queue-board.ts';

const TOKENS = `${import.meta.dirname}/../../../../web/src/theme/tokens.css`;

test('the queue board uses the colors of the product', () => {
  const ours = readFileSync(TOKENS, 'utf8');
  const worn = boardTheme('/operators/queues').match(/#[0-9a-f]{6}|rgb\([^)]*\)/g) ?? [];
  expect(worn.length).toBeGreaterThan(15);
  expect(worn.filter((color) => !ours.includes(color))).toEqual([]);
});

test('the font of the queue board is a WOFF2 file', async () => {
  expect((await readBoardFont()).subarray(0, 4).toString()).toBe('wOF2');
});
