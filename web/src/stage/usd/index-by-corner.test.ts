import { strToU8 } from 'fflate';
import { LoadingManager, Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { composeLayers } from './compose-layers.ts';
import { openUsd } from './layers.ts';
import { normalizeSpecs } from './normalize-specs.ts';
import { SceneComposer } from './scene-composer.ts';

/** Corners of a quad, whose points do not come in the order of its corners. */
const CORNERS = [0, 1, 3, 2];
const PLACES = ['0 0', '1 0', '0 1', '1 1'];

/** Coordinates and colours by the place of each corner of the quad's triangles. */
function valuesOf(lines: string, subset = ''): Map<string, { uv: number[]; color: number[] }> {
  const text = `#usda 1.0
def Mesh "Quad" {
int[] faceVertexCounts = [4]
int[] faceVertexIndices = [${CORNERS.join()}]
point3f[] points = [${PLACES.map((place) => `(${place.replace(' ', ', ')}, 0)`).join()}]
${lines}
${subset}
}`;
  const { root, layers } = openUsd(strToU8(text).slice().buffer);
  const specs = composeLayers(root, layers);
  normalizeSpecs(specs);
  const found: Mesh[] = [];
  new SceneComposer(new LoadingManager()).compose({ specsByPath: specs }).traverse((object) => {
    if (object instanceof Mesh) {
      found.push(object);
    }
  });
  const { position, uv, color } = found[0]?.geometry.attributes ?? {};
  return new Map(
    Array.from({ length: position?.count ?? 0 }, (_, i) => [
      `${position?.getX(i)} ${position?.getY(i)}`,
      {
        uv: uv ? [uv.getX(i), uv.getY(i)] : [],
        color: color ? [color.getX(i), color.getY(i), color.getZ(i)] : [],
      },
    ]),
  );
}

const SUBSET = `def GeomSubset "All" {
int[] indices = [0]
rel material:binding = </Paint>
}`;
const tuples = (values: readonly (readonly number[])[]) =>
  `[${values.map((value) => `(${value.join()})`).join()}]`;
/** A value for each point: twice its place. */
const OF_POINTS = [
  [0, 0],
  [2, 0],
  [0, 2],
  [2, 2],
];
const OF_CORNERS = CORNERS.map((point) => OF_POINTS[point] ?? []);

describe.each([
  ['without subsets', ''],
  ['with subsets', SUBSET],
])('texture coordinates of a quad %s', (_, subset) => {
  it.each([
    ['points', 'vertex', OF_POINTS, null],
    ['points (varying)', 'varying', OF_POINTS, null],
    ['points with indices', 'vertex', [...OF_POINTS].reverse(), [3, 2, 1, 0]],
    ['corners', 'faceVarying', OF_CORNERS, null],
    ['corners with indices', 'faceVarying', OF_POINTS, CORNERS],
  ])('are those of its %s', (_name, interpolation, values, indices) => {
    const lines = `texCoord2f[] primvars:st = ${tuples(values)} (interpolation = "${interpolation}")
${indices ? `int[] primvars:st:indices = [${indices.join()}]` : ''}`;
    const found = valuesOf(lines, subset);
    PLACES.forEach((place, point) => void expect(found.get(place)?.uv).toEqual(OF_POINTS[point]));
  });

  it('are constant over its face', () => {
    const lines = 'texCoord2f[] primvars:st = [(5, 6)] (interpolation = "uniform")';
    const found = valuesOf(lines, subset);
    PLACES.forEach((place) => void expect(found.get(place)?.uv).toEqual([5, 6]));
  });
});

describe('colors of a quad', () => {
  const COLORS = OF_POINTS.map(([x = 0, y = 0]) => [x / 2, y / 2, 1]);
  it.each([
    ['points', 'vertex', COLORS, null],
    ['corners', 'faceVarying', CORNERS.map((point) => COLORS[point] ?? []), null],
    ['corners with indices', 'faceVarying', COLORS, CORNERS],
    ['points with indices', 'vertex', [...COLORS].reverse(), [3, 2, 1, 0]],
  ])('are those of its %s', (_, interpolation, values, indices) => {
    const lines = `color3f[] primvars:displayColor = ${tuples(values)} (interpolation = "${interpolation}")
${indices ? `int[] primvars:displayColor:indices = [${indices.join()}]` : ''}`;
    const found = valuesOf(lines);
    PLACES.forEach((place, point) => void expect(found.get(place)?.color).toEqual(COLORS[point]));
  });
});
