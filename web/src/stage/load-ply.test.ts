import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { FileSet } from './file-set.ts';
import { loadPly } from './load-ply.ts';
import { RefusedError } from './refused-error.ts';

const CORNERS = ['element vertex 3', 'property float x', 'property float y', 'property float z'];
const NUMBERS = ['0 0 0', '1 0 0', '0 1 0'];
const MANY = 400_000_000;

function load(header: readonly string[]): unknown {
  const text = ['ply', 'format ascii 1.0', ...header, 'end_header', ...NUMBERS, ''].join('\n');
  // A cloud of points asks for no other files.
  return loadPly(strToU8(text).slice().buffer, {} as FileSet);
}

describe('loadPly', () => {
  it('opens corners with things around them that are none', () => {
    expect(load(['comment of a scan', ...CORNERS, 'element seam 0'])).toMatchObject({ isPoints: true });
  });

  it.each([
    ['a name that is said again', [`element vertex ${MANY}`, ...CORNERS.slice(1), ...CORNERS]],
    ['things without properties', [...CORNERS, 'element nothing 3']],
    ['things whose properties are those of the next', ['element nothing 3', 'element', ...CORNERS.slice(1)]],
    ['fewer than none of a thing', [...CORNERS, `element a ${MANY}`, 'property int b', `element c -${MANY}`]],
    ['a line before its element', [...CORNERS, `  element a ${MANY}`, 'property int b']],
    ['a head that ends twice', [...CORNERS, 'end_header too', `element a ${MANY}`, 'property int b']],
  ])('refuses a head with %s', (_, header) => {
    expect(() => load(header)).toThrow(RefusedError);
  });

  it('reads a long line in no time', () => {
    const line = `comment TextureFile a${' '.repeat(60_000)}b`;
    const start = performance.now();
    load([line, ...CORNERS]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
