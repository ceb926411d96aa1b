import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../document.ts';
import { valueIn, withValues } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { motionsShown, valuesOfStates } from '../interactions/interactions.ts';
import { motionValues } from '../interactions/motion-values.ts';
import { expandDocument } from './expansion.ts';
import { resolveFieldPath, resolveNodeId, resolveSetId } from './resolve-references.ts';

/** A table with two cabinets of a door and a handle, another cabinet, and a lamp. */
const SCENE = parseDocument({
  nodes: {
    cabinet: { kind: 'component' },
    door: { kind: 'box', parent: 'cabinet' },
    handle: { kind: 'box', parent: 'door' },
    table: { kind: 'component' },
    top: { kind: 'box', parent: 'table' },
    left: { kind: 'instance', parent: 'table', props: { component: 'cabinet' } },
    right: { kind: 'instance', parent: 'table', props: { component: 'cabinet' } },
    desk: { kind: 'instance', props: { component: 'table' } },
    single: { kind: 'instance', props: { component: 'cabinet' } },
    lamp: { kind: 'box' },
  },
  states: {
    open: { values: { 'nodes/door/visible': false, 'nodes/lamp/visible': false } },
    dark: { values: { 'nodes/lamp/visible': false } },
    bare: { values: { 'nodes/single::door/visible': false } },
  },
});
const show = (document: typeof SCENE) => expandDocument(document, { fits: fitsNode }).document;
const SHOWN = show(SCENE);

describe('references relative to a node', () => {
  it.each([
    ['desk::left::handle', 'door', 'desk::left::door'],
    ['desk::left', 'door', 'desk::left::door'],
    ['desk::left::door', 'top', 'desk::top'],
    ['desk::left::door', 'left', 'desk::left'],
    ['desk::left::door', 'lamp', 'lamp'],
    ['single', 'handle', 'single::handle'],
    // Nodes of a component that is not around are those of all its instances.
    ['desk::top', 'door', 'door'],
    ['lamp', 'door', 'door'],
    [null, 'door', 'door'],
    ['desk::left::door', 'right::handle', 'desk::right::handle'],
    ['desk::left::door', 'single::handle', 'single::handle'],
    ['gone::gone', 'gone', 'gone'],
  ])('from %s resolve the node %s to %s', (origin, id, found) =>
    expect(resolveNodeId(SHOWN, origin, id)).toBe(found),
  );

  it.each([
    ['desk::left::handle', 'open', 'desk::left::open'],
    ['desk::left::handle', 'dark', 'dark'],
    ['lamp', 'open', 'open'],
    ['single::door', 'bare', 'bare'],
    [null, 'open', 'open'],
  ] as const)('from %s resolve the state %s to %s', (origin, id, found) => {
    const paths = Object.keys(SCENE.states[id]?.values ?? {});
    expect(resolveSetId(SHOWN, origin, { id, paths })).toBe(found);
  });

  it('apply a state to its own instance, and to outside nodes for all', () => {
    const after = (active: string[]) => show(withValues(SCENE, [valuesOfStates(SCENE, active, SHOWN)])).nodes;
    const visible = (nodes: ReturnType<typeof after>) =>
      ['desk::left::door', 'desk::right::door', 'single::door', 'lamp'].map((id) => nodes[id]?.visible);
    expect(visible(after(['desk::left::open']))).toEqual([false, true, true, false]);
    expect(visible(after(['open']))).toEqual([false, false, false, false]);
    // An instance that is gone, or has lost its component, changes no other one.
    expect(visible(after(['gone::open']))).toEqual([true, true, true, false]);
    const lost = withValues(SCENE, [{ 'nodes/single/props.component': null }]);
    const values = valuesOfStates(lost, ['single::open'], show(lost));
    expect(Object.keys(values)).toEqual(['nodes/lamp/visible']);
    expect(resolveFieldPath(SHOWN, 'gone::open', 'nodes/left::door/visible')).toBeNull();
    expect(resolveFieldPath(SHOWN, 'gone::open', 'nodes/single::door/visible')).toBe(
      'nodes/single::door/visible',
    );
    expect(resolveFieldPath(SHOWN, 'single::open', 'materials/oak/color')).toBe('materials/oak/color');
  });
});

describe('motions of a component', () => {
  const moving = (kind: string, values: object = {}) =>
    parseDocument({
      ...SCENE,
      nodes: { ...SCENE.nodes, single: { kind: 'instance', props: { component: 'cabinet', values } } },
      motions: { m: { node: 'door', kind, seconds: 4 } },
    });
  const after = (document: typeof SCENE, seconds: number) => {
    const shown = show(document);
    const values = motionValues(document, {
      ...{ motions: motionsShown(document, shown), shown, seconds, isReduced: false },
      ...{ eye: new Vector3(5, 0, 0), worldOf: () => new Matrix4() },
    });
    return { values, nodes: show(withValues(document, [values])).nodes };
  };
  const TURNED = [0, 1, 0, 0];

  it('move all copies at once, overridden ones from their own rotation', () => {
    const { values, nodes } = after(moving('spin'), 2);
    expect(Object.keys(values)).toEqual(['nodes/door/rotation']);
    const own = after(moving('spin', { 'nodes/door/rotation': TURNED }), 2);
    expect(Object.keys(own.values)).toEqual(['nodes/door/rotation', 'nodes/single::door/rotation']);
    const turn = (id: string, from: typeof nodes) =>
      from[id]?.rotation.map((part) => Math.round(Math.abs(part)));
    expect(turn('desk::left::door', nodes)).toEqual([0, 1, 0, 0]);
    expect([turn('desk::left::door', own.nodes), turn('single::door', own.nodes)]).toEqual([
      [0, 1, 0, 0],
      [0, 0, 0, 1],
    ]);
  });

  it('turn each copy to the camera separately', () => {
    expect(Object.keys(after(moving('look'), 0).values).sort()).toEqual([
      'nodes/desk::left::door/rotation',
      'nodes/desk::right::door/rotation',
      'nodes/single::door/rotation',
    ]);
  });

  it('stop while no instance is visible', () => {
    const document = moving('float');
    const hidden = ['desk', 'single'].map((id) => [`nodes/${id}/visible`, false]);
    expect(after(withValues(document, [Object.fromEntries(hidden)]), 1).values).toEqual({});
    const none = parseDocument({
      ...document,
      nodes: { cabinet: { kind: 'component' }, door: document.nodes.door },
    });
    expect(motionsShown(none, show(none))).toEqual([]);
    expect(valueIn(document, 'nodes/single::door/position')).toEqual([0, 0, 0]);
  });
});
