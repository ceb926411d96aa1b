import { strToU8 } from 'fflate';
import { Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { FileSet } from './file-set.ts';
import { loadStl } from './load-stl.ts';

const FACETS = `facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 2.5 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 1 0 0
vertex 1 2.5 0
vertex 0 2.5 0
endloop
endfacet
`;
const TEXT = `solid part\n${FACETS}endsolid part\n`;

/** Two triangles in binary form, optionally with a wrong count in the header or trailing bytes. */
function binary({ said = 2, held = 2, more = 0 } = {}): Uint8Array {
  const bytes = new Uint8Array(84 + held * 50 + more);
  bytes.set(strToU8('solid by a tool'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, said, true);
  for (let i = 0; i < held; i += 1) {
    [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2.5, 0].forEach((value, k) => {
      view.setFloat32(84 + i * 50 + k * 4, value, true);
    });
  }
  return bytes.fill(65, bytes.length - more);
}

function load(bytes: Uint8Array) {
  const files = new FileSet([]);
  const mesh = loadStl(bytes.slice().buffer, files);
  const { geometry } = mesh instanceof Mesh ? mesh : new Mesh();
  const box = geometry.computeBoundingBox() ?? geometry.boundingBox;
  return {
    triangles: geometry.getAttribute('position').count / 3,
    height: box?.max.y,
    normal: geometry.getAttribute('normal').getZ(0),
    warnings: files.warnings.length,
  };
}

const WHOLE = { triangles: 2, height: 2.5, normal: 1, warnings: 0 };

describe('an STL file', () => {
  it.each([
    ['text', TEXT],
    ['capitals', TEXT.toUpperCase()],
    ['classic Mac line endings', TEXT.replaceAll('\n', '\r')],
    ['a single line', TEXT.replaceAll('\n', ' ')],
    [
      'two solids',
      `solid a\n${FACETS.slice(0, FACETS.length / 2)}endsolid a\nsolid b\n${FACETS.slice(FACETS.length / 2)}`,
    ],
    ['no endsolid line', TEXT.replace('endsolid part', '')],
    ['decimal commas', TEXT.replaceAll('2.5', '2,5')],
    ['a name that reads like a vertex', TEXT.replace('solid part', 'solid vertex 1 2 9')],
  ])('with %s is imported completely', (_, text) => {
    expect(load(strToU8(text))).toEqual(WHOLE);
  });

  it('in UTF-16 is imported as well', () => {
    expect(load(new Uint8Array(Buffer.from(`\uFEFF${TEXT}`, 'utf16le')))).toEqual(WHOLE);
  });

  it('omits a facet with invalid coordinates', () => {
    expect(load(strToU8(TEXT.replace('vertex 1 2.5 0', 'vertex nan 2.5 0')))).toEqual({
      ...WHOLE,
      triangles: 1,
    });
  });

  it.each([
    ['with the right facet count', {}, WHOLE],
    ['with trailing bytes', { more: 7 }, WHOLE],
    ['with a facet count of zero', { said: 0 }, WHOLE],
    ['that is truncated', { said: 3 }, { ...WHOLE, warnings: 1 }],
    ['with more facets than its count', { said: 1 }, { ...WHOLE, triangles: 1 }],
  ])('in binary %s yields the facets present', (_, parts, expected) => {
    expect(load(binary(parts))).toEqual(expected);
  });
});
