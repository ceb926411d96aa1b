import fc from 'fast-check';
import { type BufferGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { parseDocument, type SceneDocument } from './document.ts';
import { dependenciesIn } from './node-dependencies.ts';
import { nodeKinds, shapeOf } from './nodes/kinds.ts';
import { sizedTexture } from './texture-size.ts';

const PICTURE = '/api/assets/picture';
/** Kinds whose textures keep a real size. */
const SIZED = ['box', 'plane', 'roundedBox', 'pyramid', 'stairs', 'path', 'wall', 'floor', 'opening'];

const sceneOf = (kind: string, { props = {}, uv = {}, maps = { color: PICTURE }, scale = [1, 1, 1] } = {}) =>
  parseDocument({
    materials: { m: { uv: { size: 0.5, ...uv }, maps } },
    nodes: {
      wall: { kind: 'wall', position: [0, 0, 99] },
      n: { kind, parent: kind === 'opening' ? 'wall' : null, props, scale, material: 'm' },
    },
  });

/** Geometry of the node, scaled as it is drawn, with the coordinates of its material; null without own ones. */
function drawn(document: SceneDocument): BufferGeometry | null {
  const { n: node } = document.nodes;
  const { m: material } = document.materials;
  const shape = node && shapeOf({ id: 'n', node, ties: dependenciesIn(document) });
  const sized = shape && material && sizedTexture(shape, material, node);
  if (!sized || !('build' in shape)) {
    return null;
  }
  const geometry = shape.build();
  return geometry
    .setAttribute('uv', sized.coordinates(geometry))
    .scale(...shape.scale)
    .scale(...node.scale);
}

/** Lengths of all edges of flat faces, each in metres and in repeats. */
function edgesOf(geometry: BufferGeometry): [metres: number, repeats: number][] {
  const [position, uv] = [geometry.getAttribute('position'), geometry.getAttribute('uv')];
  const index = Array.from(geometry.index?.array ?? []);
  return index.map((from, i) => {
    const to = index[i % 3 === 2 ? i - 2 : i + 1] ?? from;
    const [a, b] = [from, to].map((at) => new Vector3().fromBufferAttribute(position, at));
    const apart = [0, 1].map((axis) => uv.getComponent(to, axis) - uv.getComponent(from, axis));
    return [a?.distanceTo(b ?? a) ?? 0, Math.hypot(...apart)];
  });
}

const length = fc.double({ min: 0.1, max: 20, noNaN: true });

describe('Textures with a real size', () => {
  it('apply to kinds with flat sides, walls and floors', () => {
    const sized = Object.entries(nodeKinds).flatMap(([kind, traits]) =>
      'shape' in traits && drawn(sceneOf(kind)) ? [kind] : [],
    );
    expect(sized.sort()).toEqual([...SIZED].sort());
  });

  it('have the same size on boxes, planes and walls of any size and scale', () => {
    fc.assert(
      fc.property(length, length, length, length, (a, b, c, size) => {
        const scenes = [
          sceneOf('box', { props: { size: [a, b, c] }, uv: { size } }),
          sceneOf('box', { props: { size: [1, 1, 1] }, scale: [a, -b, c], uv: { size } }),
          sceneOf('plane', { props: { size: [a, c] }, uv: { size } }),
          sceneOf('wall', { props: { end: [a, b], height: c }, uv: { size } }),
        ];
        for (const scene of scenes) {
          for (const [metres, repeats] of edgesOf(drawn(scene) ?? expect.fail('nothing is drawn'))) {
            expect(repeats * size).toBeCloseTo(metres, 4);
          }
        }
      }),
    );
  });

  it('are not stretched on a rounded box', () => {
    const geometry = drawn(sceneOf('roundedBox', { props: { size: [2, 1, 1], radius: 0.1 } }));
    // Rounded edges are shortened by the projection, never stretched over several repeats.
    for (const [metres, repeats] of edgesOf(geometry ?? expect.fail('nothing is drawn'))) {
      expect(repeats * 0.5).toBeLessThan(metres + 1e-4);
    }
  });

  it('read upright from left to right on every side of a box', () => {
    const geometry = drawn(sceneOf('box', { props: { size: [2, 3, 4] }, uv: { size: 1 } }));
    const [position, normal, uv] = ['position', 'normal', 'uv'].map((name) => geometry?.getAttribute(name));
    for (let at = 0; at < 24; at += 1) {
      const [x, y, z] = [position?.getX(at) ?? 0, position?.getY(at) ?? 0, position?.getZ(at) ?? 0];
      const [nx, ny, nz] = [normal?.getX(at) ?? 0, normal?.getY(at) ?? 0, normal?.getZ(at) ?? 0];
      const right = ny === 0 ? x * nz - z * nx : x;
      expect(uv?.getX(at)).toBeCloseTo(right, 5);
      expect(uv?.getY(at)).toBeCloseTo(ny === 0 ? y : -z * ny, 5);
    }
  });

  it('need a size and a texture', () => {
    expect(drawn(sceneOf('box', { uv: { size: 0 } }))).toBeNull();
    expect(drawn(sceneOf('box', { maps: {} as { color: string } }))).toBeNull();
  });

  it('share coordinates only between nodes of the same size', () => {
    const keyOf = (kind: string, ...[options]: [Parameters<typeof sceneOf>[1]]) => {
      const document = sceneOf(kind, options);
      const { n: node } = document.nodes;
      const shape = node && shapeOf({ id: 'n', node, ties: dependenciesIn(document) });
      return shape && document.materials.m && sizedTexture(shape, document.materials.m, node)?.key;
    };
    const sized = (x: number) => keyOf('box', { props: { size: [x, 1, 1] } });
    expect(sized(2)).toBe(sized(2));
    expect(sized(2)).not.toBe(sized(3));
    expect(keyOf('wall', { props: { end: [9, 0] } })).toBe(keyOf('wall', {}));
  });
});
