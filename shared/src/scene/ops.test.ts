import { type Matrix4, Quaternion } from 'three';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { tourOf } from './annotations.ts';
import { parseDocument, type SceneDocument } from './document.ts';
import {
  addNode,
  addNodes,
  duplicateNodes,
  followInTour,
  groupNodes,
  moveNodes,
  removeNodes,
  ungroupNodes,
  updateNode,
} from './ops.ts';
import { childrenOf, resolveHierarchy, worldMatrix } from './resolve.ts';
import { addMaterial, assignMaterial, removeMaterial, updateMaterial, updateScene } from './scene-ops.ts';
import { readDocument, toYDoc } from './ydoc.ts';

const turned = new Quaternion(0.3, 0.2, 0.5, 0.7).normalize().toArray();

/** parent (rotated, scaled) > child, and two boxes beside it. */
function someScene(): Y.Doc {
  return toYDoc(
    parseDocument({
      nodes: {
        parent: { kind: 'group', index: 'a0', position: [1, 2, 3], rotation: turned, scale: [2, 2, 2] },
        child: { kind: 'box', parent: 'parent', position: [0, 1, 0], props: { size: [1, 2, 3] } },
        left: { kind: 'box', index: 'a1' },
        right: { kind: 'sphere', index: 'a2', position: [4, 0, 0] },
      },
    }),
  );
}

function order(ydoc: Y.Doc, parent: string | null = null): readonly string[] {
  return childrenOf(resolveHierarchy(readDocument(ydoc).nodes), parent);
}

function world(document: SceneDocument, id: string): Matrix4 {
  return worldMatrix(document, resolveHierarchy(document.nodes), id);
}

function expectSameWorld(before: SceneDocument, after: SceneDocument, ids: string[]): void {
  for (const id of ids) {
    const elements = world(before, id).elements.map((n) => expect.closeTo(n, 8));
    expect(world(after, id).elements).toEqual(elements);
  }
}

describe('adding and changing nodes', () => {
  it('places a new node last below its parent', () => {
    const ydoc = someScene();
    const id = addNode(ydoc, { kind: 'cone', parent: 'parent', props: { height: 4 } });
    expect(order(ydoc, 'parent')).toEqual(['child', id]);
    expect(readDocument(ydoc).nodes[id]).toMatchObject({ kind: 'cone', props: { radius: 0.5, height: 4 } });
  });

  it('changes only the given values', () => {
    const ydoc = someScene();
    updateNode(ydoc, 'child', { name: 'Door', props: { size: [3, 3, 3] } });
    expect(readDocument(ydoc).nodes.child).toMatchObject({
      name: 'Door',
      position: [0, 1, 0],
      props: { size: [3, 3, 3] },
    });
  });

  it('rejects values outside their schema and ignores missing nodes', () => {
    const ydoc = someScene();
    expect(() => updateNode(ydoc, 'child', { props: { size: [0, 1, 1] } })).toThrow();
    const before = readDocument(ydoc);
    updateNode(ydoc, 'gone', { name: 'x' });
    expect(readDocument(ydoc)).toEqual(before);
  });

  it('is undone in one step under one origin', () => {
    const ydoc = someScene();
    const before = readDocument(ydoc);
    const undo = new Y.UndoManager([ydoc.getMap('nodes'), ydoc.getMap('materials')], {
      trackedOrigins: new Set(['me']),
    });
    ydoc.transact(() => {
      groupNodes(ydoc, ['left', 'right']);
      removeNodes(ydoc, ['parent']);
    }, 'me');
    expect(order(ydoc)).toHaveLength(1);
    undo.undo();
    expect(readDocument(ydoc)).toEqual(before);
  });
});

describe('removing and duplicating', () => {
  it('removes descendants too', () => {
    const ydoc = someScene();
    expect(removeNodes(ydoc, ['parent', 'child'])).toEqual(['parent', 'child']);
    expect(order(ydoc)).toEqual(['left', 'right']);
  });

  it('copies whole subtrees right after their originals', () => {
    const ydoc = someScene();
    const [copy = ''] = duplicateNodes(ydoc, ['child', 'parent']);
    expect(order(ydoc)).toEqual(['parent', copy, 'left', 'right']);
    const [inner = ''] = order(ydoc, copy);
    const { nodes } = readDocument(ydoc);
    expect(nodes[inner]).toEqual({ ...nodes.child, parent: copy });
  });
});

describe('duplicated nodes', () => {
  it('keep interactions and motions, within the table limits', () => {
    const hidden = { kind: 'show', node: 'child' };
    const others = Object.fromEntries(Array.from({ length: 498 }, (_, i) => [`i${i}`, {}]));
    const ydoc = toYDoc(
      parseDocument({
        nodes: { parent: { kind: 'group' }, child: { kind: 'box', parent: 'parent' } },
        interactions: { ...others, click: { node: 'parent', actions: [hidden] } },
        motions: { turn: { node: 'child' } },
      }),
    );
    const [copy = ''] = duplicateNodes(ydoc, ['parent']);
    const [inner = ''] = order(ydoc, copy);
    const { interactions, motions } = readDocument(ydoc);
    const made = Object.values(interactions).filter(({ node }) => node === copy);
    expect(made).toEqual([
      { ...interactions.click, node: copy, actions: [{ ...hidden, mode: 'toggle', node: inner }] },
    ]);
    expect(Object.values(motions).map(({ node }) => node)).toEqual(expect.arrayContaining(['child', inner]));
    // The table of interactions is full now.
    duplicateNodes(ydoc, ['parent']);
    expect(Object.keys(readDocument(ydoc).interactions)).toHaveLength(500);
  });
});

describe('moving in the tree', () => {
  it('keeps the world transforms of nodes', () => {
    const ydoc = someScene();
    const before = readDocument(ydoc);
    moveNodes(ydoc, ['left', 'right'], { parent: 'parent', before: 'child' });
    expect(order(ydoc, 'parent')).toEqual(['left', 'right', 'child']);
    moveNodes(ydoc, ['child'], { parent: null, before: 'parent' });
    expect(order(ydoc)).toEqual(['child', 'parent']);
    expectSameWorld(before, readDocument(ydoc), ['child', 'left', 'right']);
  });

  it('reorders siblings without touching their transforms', () => {
    const ydoc = someScene();
    const { left } = readDocument(ydoc).nodes;
    moveNodes(ydoc, ['left'], { parent: null });
    expect(order(ydoc)).toEqual(['parent', 'right', 'left']);
    expect(readDocument(ydoc).nodes.left).toEqual({ ...left, index: expect.any(String) });
  });

  it('does not move a node below itself', () => {
    const ydoc = someScene();
    moveNodes(ydoc, ['parent'], { parent: 'child' });
    expect(order(ydoc)).toEqual(['parent', 'left', 'right']);
  });

  it('groups at the center and ungroups, without moving nodes in the world', () => {
    const ydoc = someScene();
    const before = readDocument(ydoc);
    const group = groupNodes(ydoc, ['child', 'right'], { name: 'Pair' }) ?? '';
    expect(order(ydoc, group)).toEqual(['child', 'right']);
    expect(readDocument(ydoc).nodes[group]).toMatchObject({ kind: 'group', name: 'Pair', parent: 'parent' });
    expectSameWorld(before, readDocument(ydoc), ['child', 'right']);
    expect(ungroupNodes(ydoc, [group, 'left'])).toEqual(['child', 'right']);
    expect(readDocument(ydoc).nodes[group]).toBeUndefined();
    expectSameWorld(before, readDocument(ydoc), ['child', 'right']);
  });

  it('creates no group without nodes', () => {
    expect(groupNodes(someScene(), ['gone'])).toBeNull();
  });
});

describe('materials and the scene', () => {
  it('adds, changes, assigns and removes materials', () => {
    const ydoc = someScene();
    const id = addMaterial(ydoc, { color: '#ff0000', maps: { normal: '/api/assets/1' } });
    updateMaterial(ydoc, id, { maps: { color: '/api/assets/2' }, uv: { repeat: [2, 2] } });
    assignMaterial(ydoc, ['left', 'gone'], id);
    const { materials, nodes } = readDocument(ydoc);
    expect(materials[id]).toMatchObject({ color: '#ff0000', uv: { repeat: [2, 2], offset: [0, 0] } });
    expect(materials[id]?.maps).toMatchObject({ normal: '/api/assets/1', color: '/api/assets/2' });
    expect(nodes.left?.material).toBe(id);
    removeMaterial(ydoc, id);
    expect(readDocument(ydoc)).toEqual(readDocument(someScene()));
  });

  it('changes only the given nested values of the scene', () => {
    const ydoc = someScene();
    updateScene(ydoc, {
      unit: 'cm',
      environment: { fog: { enabled: true } },
      camera: { position: [1, 1, 1] },
    });
    const { unit, environment, camera } = readDocument(ydoc);
    expect({ unit, fog: environment.fog, position: camera.position }).toEqual({
      unit: 'cm',
      fog: { enabled: true, color: '#14161a', near: 10, far: 60 },
      position: [1, 1, 1],
    });
  });
});

describe('an opening in a wall', () => {
  const house = () =>
    toYDoc(
      parseDocument({
        nodes: {
          wall: { kind: 'wall', index: 'a0', position: [5, 0, 0] },
          other: { kind: 'wall', index: 'a1', position: [0, 0, 5] },
          door: { kind: 'opening', parent: 'wall' },
          box: { kind: 'box', index: 'a2' },
        },
      }),
    );

  it('stays in its wall when grouped, alone or with other nodes', () => {
    const ydoc = house();
    expect(groupNodes(ydoc, ['door'])).toBeNull();
    const group = groupNodes(ydoc, ['door', 'box']);
    const { nodes } = readDocument(ydoc);
    expect(nodes.door?.parent).toBe('wall');
    expect(nodes.box?.parent).toBe(group);
  });

  it('moves only to another wall, which determines its position', () => {
    const ydoc = house();
    moveNodes(ydoc, ['door'], { parent: null });
    moveNodes(ydoc, ['door'], { parent: 'box' });
    expect(readDocument(ydoc).nodes.door?.parent).toBe('wall');
    moveNodes(ydoc, ['door'], { parent: 'other' });
    expect(readDocument(ydoc).nodes.door).toMatchObject({ parent: 'other', position: [0, 0, 0] });
  });
});

it('a copied annotation refers to the copy of its surface node', () => {
  const surface = { node: 'thing', mesh: 'Mesh', triangle: 3, barycentric: [1, 0, 0] };
  const ydoc = toYDoc(
    parseDocument({
      nodes: { thing: { kind: 'model' }, note: { kind: 'annotation', parent: 'thing', props: { surface } } },
    }),
  );
  const [copy = ''] = duplicateNodes(ydoc, ['thing']);
  const [note = ''] = order(ydoc, copy);
  expect(readDocument(ydoc).nodes[note]).toMatchObject({ props: { surface: { ...surface, node: copy } } });
  // References in `hides` and `shows` are copied in the same way.
  updateNode<'annotation'>(ydoc, 'note', { props: { hides: ['thing', 'else'], shows: ['thing'] } });
  const [next = ''] = duplicateNodes(ydoc, ['thing']);
  const [other = ''] = order(ydoc, next);
  expect(readDocument(ydoc).nodes[other]).toMatchObject({ props: { hides: [next, 'else'], shows: [next] } });
  // Siblings are copied together.
  updateNode<'annotation'>(ydoc, 'note', { parent: null, props: { hides: ['thing'] } });
  const [third, beside = ''] = duplicateNodes(ydoc, ['thing', 'note']);
  expect(readDocument(ydoc).nodes[beside]).toMatchObject({
    props: { surface: { ...surface, node: third }, hides: [third], shows: [third] },
  });
  // A single copy stays attached to the original surface.
  const [alone = ''] = duplicateNodes(ydoc, ['note']);
  expect(readDocument(ydoc).nodes[alone]).toMatchObject({ props: { surface } });
});

describe('The tour', () => {
  const tour = (ydoc: Y.Doc) => tourOf(readDocument(ydoc)).map(({ node }) => node.name);
  const withStops = (...orders: string[]): Y.Doc =>
    toYDoc(
      parseDocument({
        nodes: Object.fromEntries(
          orders.map((order, i) => [`stop${i}`, { kind: 'annotation', name: `${i}`, props: { order } }]),
        ),
      }),
    );
  /** Copies like `duplicateNodes`, with a prime appended to the names of the copies. */
  const duplicate = (ydoc: Y.Doc, ...ids: string[]): void => {
    for (const id of duplicateNodes(ydoc, ids)) {
      updateNode(ydoc, id, { name: `${readDocument(ydoc).nodes[id]?.name}'` });
    }
  };

  it('visits a copied annotation right after its original', () => {
    const ydoc = withStops('a0', 'a1', 'a2');
    duplicate(ydoc, 'stop0', 'stop1');
    duplicate(ydoc, 'stop2');
    expect(tour(ydoc)).toEqual(['0', "0'", '1', "1'", '2', "2'"]);
    const orders = tourOf(readDocument(ydoc)).map(({ node }) => node.props.order);
    expect(new Set(orders).size).toBe(6);
  });

  it('inserts a copy between annotations with the same order', () => {
    const ydoc = withStops('a0', 'a0', 'a0');
    duplicate(ydoc, 'stop1');
    expect(tour(ydoc)).toEqual(['0', '1', "1'", '2']);
  });

  it('visits annotations from another scene last, in their order', () => {
    const ydoc = withStops('a0', 'a9');
    const orders = ['a5', 'a3'];
    const ids = addNodes(
      ydoc,
      orders.map((order) => ({ kind: 'annotation', name: order, props: { order } })),
    );
    followInTour(ydoc, new Map(ids.map((id) => [id, `elsewhere ${id}`])));
    expect(tour(ydoc)).toEqual(['0', '1', 'a3', 'a5']);
  });
});
