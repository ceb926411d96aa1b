import { describe, expect, it } from 'vitest';
import { looksLikeNormals } from './looks-like-normals.ts';

describe('a normal map', () => {
  it.each([
    ['light blue', [128, 128, 255], true],
    ['gray, like a height map', [128, 128, 128], false],
    ['white', [255, 255, 255], false],
  ])('is recognized by its colors: %s', (_, color, expected) => {
    expect(looksLikeNormals(Uint8Array.from([...color, ...color]), 3)).toBe(expected);
    expect(looksLikeNormals(Uint8Array.from([...color, 255, ...color, 0]), 4)).toBe(expected);
  });
});
