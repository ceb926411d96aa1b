import { expect, it } from 'vitest';
import { withTag } from '../inspector/fields/tags-control.tsx';

const room = { max: 3, maxLength: 6 };

it('withTag normalizes and truncates a tag, ignoring empty, duplicate and surplus tags', () => {
  expect(withTag([], '  new  floor,', room)).toEqual(['new fl']);
  expect(withTag(['Doors'], 'doors', room)).toEqual(['Doors']);
  expect(withTag(['a'], ' , ', room)).toEqual(['a']);
  // Characters that documents strip, which would leave an empty tag.
  expect(withTag(['a'], '\u202E \u2066', room)).toEqual(['a']);
  expect(withTag([], '\u202Adoor\u202C', room)).toEqual(['door']);
  expect(withTag(['a', 'b', 'c'], 'd', room)).toEqual(['a', 'b', 'c']);
});
