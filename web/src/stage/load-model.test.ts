import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strToU8 } from 'fflate';
import { type BufferGeometry, Mesh, Points, Vector2 } from 'three';
import { describe, expect, it } from 'vitest';
import { FileSet } from './file-set.ts';
import { loadPly } from './load-model.ts';
import { RefusedError } from './refused-error.ts';

const CORNERS = ['element vertex 3', 'property float x', 'property float y', 'property float z'];
const NUMBERS = ['0 0 0', '1 0 0', '0 1 0'];
const LIST = 'property list uchar int vertex_indices';
const MANY = 400_000_000;

function load(header: readonly string[]): unknown {
  const text = ['ply', 'format ascii 1.0', ...header, 'end_header', ...NUMBERS, ''].join('\n');
  // A point cloud needs no other files.
  return loadPly(strToU8(text).slice().buffer, {} as FileSet);
}

/** Triangles with reversed winding count as negative. */
function areaOf(geometry: BufferGeometry): number {
  const { array } = (geometry.index ? geometry.toNonIndexed() : geometry).getAttribute('position');
  const corners = Array.from(
    { length: array.length / 3 },
    (_, i) => new Vector2(array[i * 3], array[i * 3 + 1]),
  );
  return corners.reduce((sum, corner, i) => {
    const next = corners[i % 3 === 2 ? i - 2 : i + 1] ?? corner;
    return sum + corner.cross(next) / 2;
  }, 0);
}

describe('loadPly', () => {
  it('opens vertices beside other, empty elements', () => {
    expect(load(['comment of a scan', ...CORNERS, 'element seam 0'])).toMatchObject({ isPoints: true });
  });

  it.each([
    ['a duplicate element name', [`element vertex ${MANY}`, ...CORNERS.slice(1), ...CORNERS]],
    ['an element without properties', [...CORNERS, 'element nothing 3']],
    ['an element followed by an unnamed one', ['element nothing 3', 'element', ...CORNERS.slice(1)]],
    ['a negative element count', [...CORNERS, `element a ${MANY}`, 'property int b', `element c -${MANY}`]],
    ['an indented element line', [...CORNERS, `  element a ${MANY}`, 'property int b']],
    ['text after end_header', [...CORNERS, 'end_header too', `element a ${MANY}`, 'property int b']],
  ])('rejects a header with %s', (_, header) => {
    expect(() => load(header)).toThrow(RefusedError);
  });

  it.each([
    ['a polygon of five corners', ['element face 1', LIST], '5 0 1 2 3 4', 3, 3],
    ['a concave polygon', ['element face 1', LIST], '5 0 1 4 2 3', 3, 3],
    ['only triangle strips', ['element tristrips 1', LIST], '8 0 1 3 2 -1 0 1 2', 3, 6],
    [
      'faces with their own colors',
      ['element face 2', LIST, 'property uchar red', 'property uchar green', 'property uchar blue'],
      '5 0 1 2 3 4 255 0 0 3 0 1 2 0 255 0',
      4,
      5,
    ],
  ])('opens %s', (_, ofFaces, face, triangles, area) => {
    const head = [
      'ply',
      'format ascii 1.0',
      'element vertex 5',
      ...CORNERS.slice(1),
      ...ofFaces,
      'end_header',
    ];
    const text = [...head, '0 0 0', '2 0 0', '2 2 0', '0 2 0', '1 1 0', face].join('\n');
    const files = new FileSet([]);
    const mesh = loadPly(strToU8(text).slice().buffer, files);
    const { geometry } = mesh instanceof Mesh ? mesh : new Mesh();
    const corners = geometry.index?.count ?? geometry.getAttribute('position').count;
    expect(corners / 3).toBe(triangles);
    expect(areaOf(geometry)).toBeCloseTo(area);
    expect(files.warnings).toEqual([]);
  });

  it('omits faces with missing vertices and reports them', () => {
    const parts = ['element face 3', LIST, 'element tristrips 1', LIST];
    const lines = [...NUMBERS, '3 0 1 2', '3 0 1 9', '3 0 1 -4', '4 0 1 2 7', ''];
    const text = ['ply', 'format ascii 1.0', ...CORNERS, ...parts, 'end_header', ...lines].join('\n');
    const files = new FileSet([]);
    const mesh = loadPly(strToU8(text).slice().buffer, files);
    expect(mesh instanceof Mesh && [...mesh.geometry.index.array]).toEqual([0, 1, 2, 0, 1, 2]);
    expect(inEnglish(files.warnings)).toEqual([expect.stringContaining('refer to missing vertices')]);
  });

  it.each([
    ['that varies', [255, 128, 0], true],
    ['that is 255 for all vertices', [255, 255, 255], false],
    ['that is 0 for all vertices', [0, 0, 0], false],
  ])('applies or ignores vertex alpha %s', (_, alphas, isApplied) => {
    const colours = ['red', 'green', 'blue', 'alpha'].map((name) => `property uchar ${name}`);
    const lines = NUMBERS.map((place, i) => `${place} 255 0 0 ${alphas[i]}`);
    const head = [...CORNERS, ...colours, 'element face 1', LIST, 'end_header', ...lines, '3 0 1 2', ''];
    const text = ['ply', 'format ascii 1.0', ...head].join('\n');
    const mesh = loadPly(strToU8(text).slice().buffer, new FileSet([]));
    const { array = [], itemSize = 0 } = mesh instanceof Mesh ? mesh.geometry.getAttribute('color') : {};
    expect(Array.from(array).slice(0, itemSize * 2)).toEqual(
      isApplied ? [255, 0, 0, 255, 255, 0, 0, 128] : [255, 0, 0, 255, 0, 0],
    );
    expect(mesh).toMatchObject({ material: { transparent: isApplied } });
  });

  it.each([
    ['float', '1 0 0.5', [1, 0, 0.214]],
    ['float', '255 0 127.5', [1, 0, 0.214]],
    ['double', '255 1 0', [1, 0.0003, 0]],
    ['uchar', '255 0 128', [255, 0, 55]],
    ['int', '255 0 128', [255, 0, 55]],
    ['ushort', '65535 0 32768', [65_535, 0, 14_028]],
  ])('reads colors of type %s: %s', (type, color, expected) => {
    const head = [...CORNERS, ...['red', 'green', 'blue'].map((name) => `property ${type} ${name}`)];
    const rows = NUMBERS.map((place) => `${place} ${color}`);
    const text = ['ply', 'format ascii 1.0', ...head, 'end_header', ...rows, ''].join('\n');
    const points = loadPly(strToU8(text).slice().buffer, new FileSet([]));
    const { array = [] } = points instanceof Points ? points.geometry.getAttribute('color') : {};
    expect(Array.from(array).slice(0, 3)).toEqual(expected.map((value) => expect.closeTo(value, 3)));
  });

  it('reads a header with a very long line', () => {
    const line = `comment TextureFile a${' '.repeat(60_000)}b`;
    expect(load([line, ...CORNERS])).toMatchObject({ isPoints: true });
  });
});
