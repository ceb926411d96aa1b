import { expect, it } from 'vitest';
import { JOINED_PARTS_KEY, MAX_JOINED_PARTS, readJoinedParts } from './joined-parts.ts';

it('reads names by their materials', () => {
  const extras = { [JOINED_PARTS_KEY]: { Steel: ['Bolt', 'Nut'], Wood: ['Board'] } };
  expect(readJoinedParts(extras)).toEqual([
    { name: 'Bolt', slot: 'Steel' },
    { name: 'Nut', slot: 'Steel' },
    { name: 'Board', slot: 'Wood' },
  ]);
});

it.each([
  [undefined],
  [null],
  ['Bolt'],
  [7],
  [{ Steel: 'Bolt' }],
  [{ Steel: [1, null, {}] }],
  [[['Bolt', 3]]],
])('takes no names out of %j that are none', (value) => {
  const parts = readJoinedParts({ [JOINED_PARTS_KEY]: value });
  expect(parts.every(({ name }) => typeof name === 'string')).toBe(true);
});

it('reads no more than an outliner can tell', () => {
  const names = Array.from({ length: MAX_JOINED_PARTS + 5 }, (_, i) => `Part ${i}`);
  expect(readJoinedParts({ [JOINED_PARTS_KEY]: { Paint: names } })).toHaveLength(MAX_JOINED_PARTS);
});
