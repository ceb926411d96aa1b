import fc from 'fast-check';
import { Box3, type BufferGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { parseDocument, type SceneNode } from '../document.ts';
import { alone, buildGeometry, nodeKinds, shapeOf } from './kinds.ts';

/** `size` is the size of the bounds in metres, `center` their centre when it is not the origin. */
const SHAPES: {
  kind: SceneNode['kind'];
  props: object;
  size: [number, number, number];
  center?: [number, number, number];
}[] = [
  { kind: 'box', props: { size: [1, 2, 3] }, size: [1, 2, 3] },
  { kind: 'sphere', props: { radius: 2 }, size: [4, 4, 4] },
  { kind: 'cylinder', props: { radius: 0.5, height: 3 }, size: [1, 3, 1] },
  { kind: 'cone', props: { radius: 0.5, height: 3 }, size: [1, 3, 1] },
  { kind: 'cone', props: { radius: 0.5, topRadius: 1, height: 3 }, size: [2, 3, 2] },
  { kind: 'torus', props: { radius: 2, tube: 0.5 }, size: [5, 1, 5] },
  { kind: 'plane', props: { size: [4, 6] }, size: [4, 0, 6] },
  { kind: 'capsule', props: { radius: 0.5, height: 3 }, size: [1, 4, 1] },
  { kind: 'pyramid', props: { size: [1, 2, 3] }, size: [1, 2, 3] },
  { kind: 'ring', props: { innerRadius: 1, outerRadius: 2 }, size: [4, 0, 4] },
  { kind: 'stairs', props: { width: 2, rise: 0.2, run: 0.3, steps: 10 }, size: [2, 2, 3] },
  { kind: 'roundedBox', props: { size: [1, 2, 3], radius: 0.2 }, size: [1, 2, 3] },
  {
    kind: 'path',
    props: {
      points: [
        [0, 0],
        [4, 0],
        [4, 2],
      ],
      depth: 3,
    },
    size: [4, 3, 2],
    center: [2, 1.5, 1],
  },
  { kind: 'image', props: { size: [2, 3] }, size: [2, 3, 0] },
  {
    kind: 'wall',
    props: { start: [1, 1], end: [4, 1], height: 2, thickness: 0.2 },
    size: [3, 2, 0.2],
    center: [2.5, 1, 1],
  },
  {
    kind: 'floor',
    props: {
      points: [
        [0, 0],
        [4, 0],
        [4, 2],
      ],
      thickness: 0.5,
    },
    size: [4, 0.5, 2],
    center: [2, -0.25, 1],
  },
];
/** Kinds with separate tests, as one needs a parent and the other needs files. */
const ELSEWHERE = ['opening', 'text'];

function nodeOf(kind: string, props: object): SceneNode {
  const { node } = parseDocument({ nodes: { node: { kind, props } } }).nodes;
  if (!node) {
    throw new Error('the document lost its node');
  }
  return node;
}

function twice(value: number | readonly number[]): unknown {
  return Array.isArray(value) ? value.map((one: number) => 2 * one) : 2 * Number(value);
}

function positions(geometry: BufferGeometry | null | undefined): number[] {
  return Array.from(geometry?.getAttribute('position').array ?? []);
}

describe('surfaces of node kinds', () => {
  it('are all covered by these tests', () => {
    const drawn = Object.entries(nodeKinds).filter(([, traits]) => 'shape' in traits);
    const looked = [...new Set(SHAPES.map(({ kind }) => kind)), ...ELSEWHERE];
    expect(drawn.map(([kind]) => kind).sort()).toEqual(looked.sort());
  });

  it.each(SHAPES)(
    'place a $kind with its size and center in meters',
    ({ kind, props, size, center = [0, 0, 0] }) => {
      const geometry = buildGeometry(alone(nodeOf(kind, props)));
      const bounds = new Box3().setFromArray(positions(geometry));
      expect(bounds.getSize(new Vector3()).toArray()).toEqual(size.map((n) => expect.closeTo(n, 5)));
      expect(bounds.getCenter(new Vector3()).toArray()).toEqual(center.map((n) => expect.closeTo(n, 5)));
    },
  );

  it.each(SHAPES.filter(({ kind }) => !['path', 'wall', 'floor'].includes(kind)))(
    'share the shape of a $kind between sizes of the same proportions',
    ({ kind, props }) => {
      const doubled = Object.entries(props).map(([key, value]) => [
        key,
        key === 'steps' ? value : twice(value),
      ]);
      const [one, two] = [props, Object.fromEntries(doubled)].map((some) =>
        shapeOf(alone(nodeOf(kind, some))),
      );
      expect(two?.key).toBe(one?.key);
      expect(two?.scale).not.toEqual(one?.scale);
    },
  );

  it('face up for a plane', () => {
    const normals = buildGeometry(alone(nodeOf('plane', {})))?.getAttribute('normal');
    expect(normals?.getY(0)).toBeCloseTo(1);
  });

  it.each(SHAPES)('are closed and face outward for a $kind', ({ kind, props }) => {
    const geometry = buildGeometry(alone(nodeOf(kind, props)));
    const [volume, isFlat] = [signedVolume(geometry), ['plane', 'ring', 'image'].includes(kind)];
    expect(volume).toSatisfy((n: number) => (isFlat ? Math.abs(n) < 1e-9 : n > 0.01));
  });

  it('bevel the edges of a drawn shape without enlarging it', () => {
    const [plain, bevelled] = [0, 0.1].map((bevel) => buildGeometry(alone(nodeOf('path', { bevel }))));
    const boxOf = (geometry: BufferGeometry | null | undefined) =>
      new Box3().setFromArray(positions(geometry));
    expect(boxOf(bevelled).min.distanceTo(boxOf(plain).min)).toBeCloseTo(0, 5);
    expect(boxOf(bevelled).max.distanceTo(boxOf(plain).max)).toBeCloseTo(0, 5);
    expect(signedVolume(bevelled)).toBeLessThan(signedVolume(plain));
  });

  it('are empty for a path without a line, and a strip for an open path', () => {
    const at = [1, 1];
    for (const points of [[], [at], [at, at, at]]) {
      expect(positions(buildGeometry(alone(nodeOf('path', { points }))))).toEqual([]);
    }
    const open = nodeOf('path', {
      points: [
        [0, 0],
        [2, 0],
        [2, 2],
      ],
      closed: false,
      width: 0.2,
      depth: 1,
    });
    // Two strips that share a mitred corner.
    expect(signedVolume(buildGeometry(alone(open)))).toBeCloseTo(0.2 * 4);
  });

  it('have only finite coordinates for any path', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const length = fc.double({ min: 1e-4, max: 1e3, noNaN: true });
    const drawn = fc.record({
      points: fc.array(fc.tuple(coordinate, coordinate), { maxLength: 12 }),
      closed: fc.boolean(),
      depth: length,
      bevel: length,
      width: length,
    });
    fc.assert(
      fc.property(drawn, (props) =>
        positions(buildGeometry(alone(nodeOf('path', props)))).every(Number.isFinite),
      ),
    );
  });

  it.each(['sphere', 'cylinder', 'cone'])(
    'are faceted for a %s with few sides, and smooth with many',
    (kind) => {
      const [few, many] = [6, 64].map((sides) => buildGeometry(alone(nodeOf(kind, { sides }))));
      expect(flatFaces(few)).toBe(facesOf(few));
      // Only the ends are flat.
      expect(flatFaces(many)).toBeLessThan(facesOf(many) * 0.6);
      expect(signedVolume(few)).toBeGreaterThan(0);
      expect(signedVolume(few)).toBeLessThan(signedVolume(many));
    },
  );

  it('cut the tip off a cone with a top radius', () => {
    const [pointed, cut] = [0, 0.25].map((topRadius) =>
      buildGeometry(alone(nodeOf('cone', { topRadius, sides: 4 }))),
    );
    // Volume of a pyramid, and of a frustum whose top has half the radius of its base.
    expect(signedVolume(pointed)).toBeCloseTo(0.5 / 3);
    expect(signedVolume(cut)).toBeCloseTo((0.5 / 3) * (1 + 0.5 + 0.25));
  });

  it('span a ring between its two radii in either order', () => {
    const [one, other] = [
      { innerRadius: 1, outerRadius: 2 },
      { innerRadius: 2, outerRadius: 1 },
    ].map((props) => positions(buildGeometry(alone(nodeOf('ring', props)))));
    expect(one).toEqual(other);
  });
});

/** Number of triangles of a surface. */
function facesOf(geometry: BufferGeometry | null | undefined): number {
  return (geometry?.index?.count ?? 0) / 3;
}

/** Number of triangles with the same normal at all corners. */
function flatFaces(geometry: BufferGeometry | null | undefined): number {
  const normals = geometry?.getAttribute('normal').array ?? [];
  const index = geometry?.index?.array ?? [];
  const normal = (at: number) => new Vector3().fromArray(normals, (index[at] ?? 0) * 3);
  const faces = Array.from({ length: facesOf(geometry) }, (_, face) =>
    [0, 1, 2].map((corner) => normal(face * 3 + corner)),
  );
  return faces.filter(([a, b, c]) => a && b && c && a.distanceTo(b) + b.distanceTo(c) < 1e-5).length;
}

/** Enclosed volume in cubic metres, summed over the tetrahedra between triangles and origin. */
function signedVolume(geometry: BufferGeometry | null | undefined): number {
  const position = geometry?.getAttribute('position');
  const index = geometry?.index?.array ?? [];
  const corner = (at: number) => new Vector3().fromArray(position?.array ?? [], (index[at] ?? 0) * 3);
  let volume = 0;
  for (let at = 0; at < index.length; at += 3) {
    volume += corner(at).dot(corner(at + 1).cross(corner(at + 2))) / 6;
  }
  return volume;
}
