import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { parseDocument } from '../document.ts';
import { fitsNode } from '../fits-field.ts';
import { addNode, moveNodes, removeNodes, updateNode } from '../ops.ts';
import { resolveScene } from '../resolve.ts';
import { assignMaterial } from '../scene-ops.ts';
import { readDocument, toYDoc } from '../ydoc.ts';
import { validateTouched } from '../ydoc-validate.ts';
import {
  countDetached,
  detachInstances,
  instancesOf,
  makeComponent,
  pushOverrides,
  releaseInstances,
  removeComponent,
  revertOverrides,
} from './components.ts';
import { expandDocument } from './expansion.ts';
import { editWithin } from './write-node.ts';

const shown = (ydoc: Y.Doc) => expandDocument(readDocument(ydoc), { fits: fitsNode }).document;
const values = (ydoc: Y.Doc, id: string) => Reflect.get(readDocument(ydoc).nodes[id]?.props ?? {}, 'values');

/** Surfaces with their place in the scene, however they are grouped. */
const surfaces = (ydoc: Y.Doc) =>
  [...resolveScene(shown(ydoc)).values()]
    .filter(({ node }) => node.kind === 'box' || node.kind === 'sphere')
    .map(({ node, world, visible }) => [
      node.kind,
      node.material,
      visible,
      world.elements.map((n) => Math.round(n * 1e6) / 1e6 + 0),
    ])
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

const start = () =>
  toYDoc(
    parseDocument({
      materials: { oak: {} },
      nodes: {
        room: { kind: 'group', position: [5, 0, 0] },
        seat: { kind: 'box', parent: 'room', position: [1, 1, 0] },
        ball: { kind: 'sphere', parent: 'seat', position: [0, 1, 0], rotation: [0, 0.6, 0, 0.8] },
        other: { kind: 'box', position: [0, 3, 0] },
      },
    }),
  );

function withChairs() {
  const ydoc = start();
  const { component, instance } = makeComponent(ydoc, ['seat'], 'Chair') ?? { component: '', instance: '' };
  const second = addNode(ydoc, { kind: 'instance', props: { component, values: {} }, position: [0, 0, 4] });
  return { ydoc, component, instance, second };
}

describe('A component', () => {
  it('is created from a selection without changing its appearance', () => {
    for (const ids of [['seat'], ['seat', 'other'], ['room'], ['ball', 'other']]) {
      const ydoc = start();
      const before = surfaces(ydoc);
      const made = makeComponent(ydoc, ids, 'Chair');
      expect(surfaces(ydoc)).toEqual(before);
      expect(readDocument(ydoc).nodes[made?.component ?? '']).toMatchObject({
        kind: 'component',
        parent: null,
      });
    }
    expect(makeComponent(start(), ['gone'], 'Chair')).toBeNull();
  });

  it('changes in all instances, except where they override it', () => {
    const { ydoc, instance, second } = withChairs();
    updateNode(ydoc, `${second}::ball`, { visible: false });
    assignMaterial(ydoc, [`${second}::seat`], 'oak');
    updateNode(ydoc, 'ball', { position: [0, 9, 0] });
    const { nodes } = shown(ydoc);
    expect(nodes[`${instance}::ball`]).toMatchObject({ visible: true, position: [0, 9, 0] });
    expect(nodes[`${second}::ball`]).toMatchObject({ visible: false, position: [0, 9, 0] });
    expect(nodes[`${second}::seat`]).toMatchObject({ material: 'oak' });
    expect(values(ydoc, second)).toEqual({ 'nodes/ball/visible': false, 'nodes/seat/material': 'oak' });
  });

  it('has an override until its value equals the component or is reverted', () => {
    const { ydoc, second } = withChairs();
    updateNode(ydoc, `${second}::ball`, { visible: false, name: 'Ball' });
    updateNode(ydoc, `${second}::ball`, { visible: true });
    expect(values(ydoc, second)).toEqual({ 'nodes/ball/name': 'Ball' });
    updateNode(ydoc, `${second}::seat`, { name: 'Seat' });
    revertOverrides(ydoc, second, ['nodes/ball/name']);
    expect(values(ydoc, second)).toEqual({ 'nodes/seat/name': 'Seat' });
    revertOverrides(ydoc, second);
    expect(values(ydoc, second)).toEqual({});
  });

  it('adopts pushed overrides for all instances', () => {
    const { ydoc, instance, second } = withChairs();
    updateNode(ydoc, `${second}::ball`, { visible: false });
    pushOverrides(ydoc, second, ['nodes/ball/visible']);
    expect(values(ydoc, second)).toEqual({});
    expect(shown(ydoc).nodes[`${instance}::ball`]).toMatchObject({ visible: false });
  });

  it('can be edited within an instance', () => {
    const { ydoc, component, instance, second } = withChairs();
    editWithin(ydoc, second);
    updateNode(ydoc, `${second}::ball`, { visible: false });
    const leg = addNode(ydoc, { kind: 'cone', parent: `${second}::seat` });
    moveNodes(ydoc, [`${second}::ball`], { parent: second });
    expect(readDocument(ydoc).nodes).toMatchObject({
      ball: { visible: false, parent: component },
      [leg]: { parent: 'seat' },
    });
    removeNodes(ydoc, [`${second}::ball`]);
    editWithin(ydoc, null);
    expect(shown(ydoc).nodes[`${instance}::ball`]).toBeUndefined();
    expect(shown(ydoc).nodes[`${instance}::${leg}`]).toBeDefined();
  });

  it('hides nodes that are removed from an instance', () => {
    const { ydoc, instance, second } = withChairs();
    removeNodes(ydoc, [`${second}::ball`]);
    expect(shown(ydoc).nodes[`${second}::ball`]?.visible).toBe(false);
    expect(shown(ydoc).nodes[`${instance}::ball`]?.visible).toBe(true);
  });

  it('is detached from instances without changing their appearance', () => {
    const { ydoc, component, instance, second } = withChairs();
    updateNode(ydoc, `${second}::ball`, { visible: false });
    const before = surfaces(ydoc);
    detachInstances(ydoc, [second]);
    expect(surfaces(ydoc)).toEqual(before);
    expect(instancesOf(readDocument(ydoc), component).map(([id]) => id)).toEqual([instance]);
    detachInstances(ydoc, ['other']);
    expect(surfaces(ydoc)).toEqual(before);
  });

  it('is deleted while its instances, also nested ones, become plain nodes', () => {
    const { ydoc, component, second } = withChairs();
    const pair = makeComponent(ydoc, [second, 'other'], 'Pair');
    updateNode(ydoc, `${pair?.instance}::${second}::ball`, { material: 'oak' });
    const before = surfaces(ydoc);
    const { nodes } = readDocument(ydoc);
    const instances = instancesOf(readDocument(ydoc), component).map(([id]) => id);
    expect(countDetached(readDocument(ydoc), instances)).toBe(Object.keys(nodes).length + 4);
    removeComponent(ydoc, component);
    expect(readDocument(ydoc).nodes[component]).toBeUndefined();
    expect(instancesOf(readDocument(ydoc), component)).toEqual([]);
    expect(surfaces(ydoc).map(([kind, , ...rest]) => [kind, ...rest])).toEqual(
      before.map(([kind, , ...rest]) => [kind, ...rest]),
    );
  });

  it('leaves no nodes behind when deleted while it contains itself', () => {
    const { ydoc, component, instance, second } = withChairs();
    addNode(ydoc, { kind: 'instance', id: 'inner', parent: component, props: { component, values: {} } });
    const before = surfaces(ydoc);
    removeComponent(ydoc, component);
    expect(surfaces(ydoc)).toEqual(before);
    const { nodes } = readDocument(ydoc);
    expect(instancesOf({ nodes }, component)).toEqual([]);
    const isRoot = (id: string) => !Object.hasOwn(nodes, nodes[id]?.parent ?? '');
    expect(Object.keys(nodes).filter(isRoot).sort()).toEqual(['other', 'room', second].sort());
    expect(nodes[instance]?.parent).toBe('room');
  });

  it('keeps other users’ instances at undo when the scene lacks room for their nodes', () => {
    const many = (count: number, nodeOf: (i: number) => [string, object]) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => nodeOf(i)));
    const hidden = { 'nodes/n0/visible': false };
    const ydoc = toYDoc(
      parseDocument({
        nodes: {
          chair: { kind: 'component' },
          mine: { kind: 'instance', props: { component: 'chair', values: { 'nodes/n1/visible': false } } },
          late: { kind: 'box', parent: 'chair' },
          ...many(499, (i) => [`n${i}`, { kind: 'box', parent: 'chair' }]),
          ...many(40, (i) => [`i${i}`, { kind: 'instance', props: { component: 'chair', values: hidden } }]),
        },
      }),
    );
    const before = readDocument(ydoc).nodes;
    const own = new Set(['chair', 'mine', ...Object.keys(before).filter((id) => id.startsWith('n'))]);
    releaseInstances(ydoc, 'chair', own);
    const { nodes } = readDocument(ydoc);
    expect(Object.keys(nodes)).toEqual(Object.keys(before));
    expect(instancesOf({ nodes }, 'chair').filter(([id]) => id !== 'mine')).toEqual(
      instancesOf({ nodes: before }, 'chair').filter(([id]) => id !== 'mine'),
    );
    // What the user undoes passes to their instance all the same.
    expect([values(ydoc, 'mine'), nodes.n1?.visible, nodes.late?.parent]).toEqual([{}, false, 'mine']);
  });

  it('leaves empty instances when another user deletes it, which undo restores', () => {
    const { ydoc, component, second } = withChairs();
    const before = readDocument(ydoc);
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(ydoc));
    const undo = new Y.UndoManager(other.getMap('nodes'), { trackedOrigins: new Set(['me']) });
    other.transact(() => removeComponent(other, component), 'me');
    updateNode(ydoc, `${second}::ball`, { visible: false });
    addNode(ydoc, { kind: 'instance', id: 'late', props: { component, values: {} } });
    Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(other));
    Y.applyUpdate(other, Y.encodeStateAsUpdate(ydoc));
    expect(Object.keys(shown(ydoc).nodes).filter((id) => id.startsWith('late'))).toEqual(['late']);
    expect(parseDocument(structuredClone(readDocument(ydoc)))).toEqual(readDocument(ydoc));
    undo.undo();
    Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(other));
    expect(Object.keys(shown(ydoc).nodes)).toContain('late::seat');
    expect(readDocument(ydoc).nodes.seat).toEqual(before.nodes.seat);
  });

  it('is rejected with too many or hostile overrides', () => {
    const { ydoc, second } = withChairs();
    let violations: unknown[] = [];
    ydoc.on('afterTransaction', (transaction) => {
      violations = validateTouched(transaction, { isNewer: false });
    });
    const node = ydoc.getMap('nodes').get(second) as Y.Map<unknown>;
    const write = (entries: [string, unknown][]) =>
      ydoc.transact(() => {
        for (const [key, value] of entries) {
          node.set(key, value);
        }
      });
    write([['props.values.nodes/__proto__/visible', 1]]);
    expect(violations).toHaveLength(1);
    write([['props.values.nodes/a:b/visible', 1]]);
    expect(violations).toHaveLength(1);
    write([['props.values.nodes/a::b/visible', 1]]);
    expect(violations).toEqual([]);
    write(Array.from({ length: 6_000 }, (_, i) => [`props.values.nodes/n${i}/visible`, true]));
    expect(violations).toHaveLength(1);
  });
});
