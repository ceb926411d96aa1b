import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctColors, PERSON_COLORS } from './person-colors.ts';

const people = fc.uniqueArray(
  fc.record({ uuid: fc.uuid(), avatarColor: fc.constantFrom(...PERSON_COLORS, '#6fa3f5', '#123456') }),
  { selector: ({ uuid }) => uuid, maxLength: 40 },
);

describe('user colors in a scene', () => {
  it('are unique for any number of users, regardless of their order', () => {
    fc.assert(
      fc.property(people, (all) => {
        const colors = distinctColors(all);
        const used = [...colors.values()].map((color) => color.toLowerCase());
        expect(new Set(used).size).toBe(all.length);
        expect(used.every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true);
        expect(new Map(distinctColors(all.toReversed()))).toEqual(new Map(colors));
      }),
      { seed: 3 },
    );
  });

  it('keep each avatar color for the first user by UUID who has it', () => {
    const colors = distinctColors([
      { uuid: 'b', avatarColor: '#6FA3F5' },
      { uuid: 'a', avatarColor: '#6FA3F5' },
      { uuid: 'c', avatarColor: '#5FBF8F' },
    ]);
    expect([colors.get('a'), colors.get('c')]).toEqual(['#6FA3F5', '#5FBF8F']);
    expect(colors.get('b')).toBe('#D98A5B');
  });
});
