import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

describe('mergeTexts', () => {
  it.each([
    ['Hi', 'Hi from A', 'B says Hi', 'B says Hi from A'],
    ['Hi', 'Hi there', 'Hi you', 'Hi there you'],
    ['one two three', 'one 2 three', 'one two three four', 'one 2 three four'],
    ['one two three', '1 two three', 'one three', '1 three'],
    ['', 'theirs', 'mine', 'theirsmine'],
    ['👩', '👩👨', '👧👩', '👧👩👨'],
  ])('merges into %j the edits %j and %j', (base, theirs, mine, merged) => {
    expect(mergeTexts({ base, theirs, mine })).toBe(merged);
  });

  it('prefers the local text when both edits overlap', () => {
    expect(mergeTexts({ base: 'a red door', theirs: 'a blue door', mine: 'a green door' })).toBe(
      'a green door',
    );
  });

  it('returns the edit of one user when the other changed nothing or the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (base, changed) => {
        expect(mergeTexts({ base, theirs: base, mine: changed })).toBe(changed);
        expect(mergeTexts({ base, theirs: changed, mine: base })).toBe(changed);
        expect(mergeTexts({ base, theirs: changed, mine: changed })).toBe(changed);
      }),
    );
  });
});
