import { Expansion } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { noChange } from '@diorama/shared/scene/scene-change.ts';
import { Group, InstancedMesh, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NodeRendererDependencies } from './node-renderer.ts';
import { SceneNodes } from './scene-nodes.ts';
import { nodeRendererDependencies } from './test/create-drawing.ts';

let nodes: SceneNodes;
let document: SceneDocument | null;

const show = (input: Record<string, object>) => {
  const before = document;
  document = parseDocument({ nodes: input });
  return [...nodes.update(before, document).drawn].sort();
};
/** Start of the wall that ends in the other one. */
const startOfStem = () => nodes.ownBoxOf('stem').min.z;

beforeEach(() => {
  document = null;
  // The test uses no files.
  const models = { load: async () => null } as unknown as NodeRendererDependencies['models'];
  nodes = new SceneNodes({
    ...nodeRendererDependencies(new Group(), models),
    loadAreas: async () => undefined,
  });
});

describe('overlapping walls', () => {
  const beam = (more: object = {}) => ({
    beam: { kind: 'wall', props: { start: [-2, 0], end: [2, 0], thickness: 0.2 }, ...more },
  });
  const stem = (more: object = {}) => ({
    stem: { kind: 'wall', props: { start: [0, 0], end: [0, 3] }, ...more },
    door: { kind: 'opening', parent: 'stem', props: { offset: 2 } },
  });
  const hidden = { visible: false };

  beforeEach(() => {
    show({ ...beam(), ...stem() });
  });

  it('are redrawn with their openings when one is hidden or shown', () => {
    expect(startOfStem()).toBeCloseTo(0.1);
    expect(show({ ...beam(hidden), ...stem() })).toEqual(['beam', 'door', 'stem']);
    expect(startOfStem()).toBeCloseTo(0);
    show({ ...beam(), ...stem() });
    expect(startOfStem()).toBeCloseTo(0.1);
  });

  it('are whole when both were hidden and only one is shown again', () => {
    show({ ...beam(hidden), ...stem(hidden) });
    show({ ...beam(hidden), ...stem() });
    expect(startOfStem()).toBeCloseTo(0);
  });

  it('are redrawn when moved apart', () => {
    expect(show({ ...beam(), ...stem({ position: [9, 0, 0] }) })).toEqual(['beam', 'door', 'stem']);
    expect(startOfStem()).toBeCloseTo(0);
  });

  it('are not redrawn when their parent moves', () => {
    const groupAt = (x: number) => ({ group: { kind: 'group', position: [x, 0, 0] } });
    const before = parseDocument({
      nodes: { ...groupAt(0), ...beam({ parent: 'group' }), ...stem({ parent: 'group' }) },
    });
    const after = { ...before, nodes: { ...before.nodes, ...parseDocument({ nodes: groupAt(5) }).nodes } };
    nodes.update(document, before);
    expect(startOfStem()).toBeCloseTo(0.1);
    const { drawn, moved } = nodes.update(before, after);
    expect(drawn).toEqual([]);
    expect([...moved].sort()).toEqual(['beam', 'door', 'group', 'stem']);
  });
});

describe('a surface point of an opening', () => {
  const room = (offset: number, x = 0) => ({
    wall: { kind: 'wall', position: [x, 0, 0], props: { start: [0, 0], end: [8, 0] } },
    door: { kind: 'opening', parent: 'wall', props: { offset } },
  });
  const spotOf = (mesh: number | string, id = 'door') => {
    const into = new Vector3(-1, -1, -1);
    expect(nodes.placeAtSurfacePoint(id, { mesh, triangle: 0, barycentric: [0.2, 0.3, 0.5] }, into)).toBe(
      false,
    );
    return into;
  };

  it('follows the opening along its wall, and the wall', () => {
    show(room(2));
    const leaf = nodes.drawn.meshesOf('door').findIndex(({ slot }) => slot === 'leaf');
    const before = spotOf(leaf);
    show(room(5));
    expect(spotOf(leaf).sub(before).toArray()).toEqual([3, 0, 0].map((value) => expect.closeTo(value)));
    show(room(5, 10));
    expect(spotOf('leaf').sub(before).toArray()).toEqual([13, 0, 0].map((value) => expect.closeTo(value)));
  });

  it('stays in place when its part is missing', () => {
    show(room(2));
    for (const spot of [spotOf('glass'), spotOf(9), spotOf('leaf', 'wall')]) {
      expect(spot.toArray()).toEqual([-1, -1, -1]);
    }
  });
});

describe('a repeat of a plain mesh', () => {
  const COPIES = 10_000;
  const scene = (size: number) =>
    parseDocument({
      nodes: {
        row: { kind: 'repeat', props: { pattern: 'grid', counts: [100, 1, 100] } },
        box: { kind: 'box', parent: 'row', props: { size: [size, size, size] } },
        other: { kind: 'sphere', position: [0, 9, 0] },
      },
    });

  it('is drawn as instances of one mesh, unaffected by edits elsewhere', () => {
    const copies = new Expansion();
    const before = scene(1);
    const first = copies.update(before).document;
    nodes.update(null, first);
    const meshes = () =>
      nodes.drawn.objects.flatMap((mesh) => (mesh instanceof InstancedMesh ? [mesh.count] : []));
    expect(meshes().sort()).toEqual([1, COPIES]);
    expect(nodes.boundsOf(['row']).max.x).toBeCloseTo(99 * 1.5 + 0.5);
    const { other } = before.nodes;
    const moved = { ...before, nodes: { ...before.nodes, other: { ...other, name: 'Sun' } as typeof other } };
    const next = copies.update(moved as SceneDocument, {
      ...noChange(),
      nodes: new Set(['other']),
      scene: false,
    });
    expect(nodes.update(first, next.document, next.change)).toEqual({ drawn: [], moved: [] });
    const edited = copies.update(scene(0.5), { ...noChange(), nodes: new Set(['box']), scene: false });
    expect(nodes.update(next.document, edited.document, edited.change).drawn).toHaveLength(COPIES);
    expect(meshes().sort()).toEqual([1, COPIES]);
  });
});
