import { Box3, type BufferGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { parseDocument, type SceneNode } from '../document.ts';
import { buildGeometry, nodeGeometries, sharedGeometry } from './geometries.ts';

const SHAPES: { kind: SceneNode['kind']; props: object; size: [number, number, number] }[] = [
  { kind: 'box', props: { size: [1, 2, 3] }, size: [1, 2, 3] },
  { kind: 'sphere', props: { radius: 2 }, size: [4, 4, 4] },
  { kind: 'cylinder', props: { radius: 0.5, height: 3 }, size: [1, 3, 1] },
  { kind: 'cone', props: { radius: 0.5, height: 3 }, size: [1, 3, 1] },
  { kind: 'torus', props: { radius: 2, tube: 0.5 }, size: [5, 1, 5] },
  { kind: 'plane', props: { size: [4, 6] }, size: [4, 0, 6] },
];

function nodeOf(kind: string, props: object): SceneNode {
  const { node } = parseDocument({ nodes: { node: { kind, props } } }).nodes;
  if (!node) {
    throw new Error('the document lost its node');
  }
  return node;
}

function positions(geometry: BufferGeometry | null | undefined): number[] {
  return Array.from(geometry?.getAttribute('position').array ?? []);
}

describe('node geometries', () => {
  it('covers every kind that has a surface', () => {
    const drawn = Object.entries(nodeGeometries).filter(([, geometry]) => geometry !== null);
    expect(drawn.map(([kind]) => kind).sort()).toEqual(SHAPES.map(({ kind }) => kind).sort());
  });

  it.each(SHAPES)('centres a $kind on its origin, in metres', ({ kind, props, size }) => {
    const geometry = buildGeometry(nodeOf(kind, props));
    const bounds = new Box3().setFromArray(positions(geometry));
    expect(bounds.getSize(new Vector3()).toArray()).toEqual(size.map((n) => expect.closeTo(n, 5)));
    expect(bounds.getCenter(new Vector3()).length()).toBeCloseTo(0, 5);
  });

  it.each(SHAPES)('shares the shape of a $kind between sizes', ({ kind, props }) => {
    const node = nodeOf(kind, props);
    const shared = sharedGeometry(node);
    const scaled = shared?.build().scale(...shared.scale);
    const own = positions(buildGeometry(node));
    expect(own.length).toBeGreaterThan(0);
    expect(positions(scaled)).toEqual(own.map((n) => expect.closeTo(n, 4)));
  });

  it('turns the faces of a plane up', () => {
    const normals = buildGeometry(nodeOf('plane', {}))?.getAttribute('normal');
    expect(normals?.getY(0)).toBeCloseTo(1);
  });
});
