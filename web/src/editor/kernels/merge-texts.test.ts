import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

describe('A text that two people change', () => {
  it.each([
    ['Hi', 'Hi from A', 'B says Hi', 'B says Hi from A'],
    ['Hi', 'Hi there', 'Hi you', 'Hi there you'],
    ['one two three', 'one 2 three', 'one two three four', 'one 2 three four'],
    ['one two three', '1 two three', 'one three', '1 three'],
    ['', 'theirs', 'mine', 'theirsmine'],
    ['👩', '👩👨', '👧👩', '👧👩👨'],
  ])('of %j holds %j and %j', (base, theirs, mine, merged) => {
    expect(mergeTexts({ base, theirs, mine })).toBe(merged);
  });

  it('holds what I wrote where both wrote over the same words', () => {
    expect(mergeTexts({ base: 'a red door', theirs: 'a blue door', mine: 'a green door' })).toBe(
      'a green door',
    );
  });

  it('is what one of them made of it where the other did nothing, or the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (base, changed) => {
        expect(mergeTexts({ base, theirs: base, mine: changed })).toBe(changed);
        expect(mergeTexts({ base, theirs: changed, mine: base })).toBe(changed);
        expect(mergeTexts({ base, theirs: changed, mine: changed })).toBe(changed);
      }),
    );
  });
});
