import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JOINED_PARTS_KEY, MAX_JOINED_PARTS, packNames, readJoinedParts } from './joined-parts.ts';

it('readJoinedParts returns names with their materials', () => {
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
])('readJoinedParts returns only string names for %j', (value) => {
  const parts = readJoinedParts({ [JOINED_PARTS_KEY]: value });
  expect(parts.every(({ name }) => typeof name === 'string')).toBe(true);
});

it('readJoinedParts returns at most MAX_JOINED_PARTS names', () => {
  const names = Array.from({ length: MAX_JOINED_PARTS + 5 }, (_, i) => `Part ${i}`);
  expect(readJoinedParts({ [JOINED_PARTS_KEY]: { Paint: names } })).toHaveLength(MAX_JOINED_PARTS);
});

it('packNames writes numbered names as runs', () => {
  const names = Array.from({ length: 500 }, (_, i) => `Bolt ${i * 5}`);
  expect(packNames([...names, 'Nut', 'Cube.001', 'Cube.002', 'Cube.003', 'Cube.004'])).toEqual([
    'Nut',
    ['Bolt ', 0, 2_495, 5, 1],
    ['Cube.', 1, 4, 1, 3],
  ]);
});

it('readJoinedParts returns all names that packNames wrote', () => {
  const names = fc.uniqueArray(
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc
        .tuple(fc.constantFrom('Bolt ', 'Cube.', ''), fc.nat(30), fc.constantFrom(1, 3))
        .map(([stem, number, digits]) => stem + String(number).padStart(digits, '0')),
    ),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(names, (given) => {
      const written = { [JOINED_PARTS_KEY]: { Paint: JSON.parse(JSON.stringify(packNames(given))) } };
      expect(
        readJoinedParts(written)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(given.toSorted());
    }),
  );
});

it('readJoinedParts limits endless runs', () => {
  const endless = [
    ['Bolt ', 0, Number.MAX_SAFE_INTEGER, 1, 1],
    ['Nut ', 0, 5, 0, 1],
    ['Pin ', 0, 5, 1, 1e12],
  ];
  expect(readJoinedParts({ [JOINED_PARTS_KEY]: { Paint: endless } })).toHaveLength(MAX_JOINED_PARTS);
  expect(readJoinedParts({ [JOINED_PARTS_KEY]: { Paint: endless.slice(1) } })).toEqual(
    Array.from({ length: 6 }, (_, i) => ({ name: `Pin ${String(i).padStart(9, '0')}`, slot: 'Paint' })),
  );
});
