import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { MAX_FIELD_VALUES } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { addNodes, groupNodes, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { describe, expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { makeSingle } from './repeat.ts';

/** Makes the component's repeat single while the component is edited within an instance. */
function makeSingleIn(editor: TestEditor, instance: string): void {
  editor.scene.editWithin(instance);
  editor.selection.set([`${instance}::row`]);
  makeSingle(editor);
}

function expectRefusal(editor: TestEditor, instance: string): void {
  const before = editor.scene.shared.value;
  makeSingleIn(editor, instance);
  expect(editor.ui.notice.value?.what).toBe('repeat.overridden');
  expect(editor.scene.shared.value).toBe(before);
}

describe('a repeat inside a component', () => {
  const instance = (component: string, values = {}) => ({ kind: 'instance', props: { component, values } });
  const open = (right: object = { 'nodes/seat/material': 'gold', 'nodes/row/name': 'Row' }) =>
    new TestEditor({
      ydoc: toYDoc(
        parseDocument({
          nodes: {
            bench: { kind: 'component' },
            row: { kind: 'repeat', parent: 'bench', props: { count: 3 } },
            seat: { kind: 'box', parent: 'row', name: 'Seat' },
            knob: { kind: 'box', parent: 'seat', name: 'Knob' },
            left: instance('bench', { 'nodes/seat/material': 'oak', 'nodes/seat/visible': false }),
            right: instance('bench', right),
            hall: { kind: 'component' },
            first: { ...instance('bench', { 'nodes/knob/material': 'oak' }), parent: 'hall' },
            north: instance('hall', { 'nodes/first::seat/material': 'gold' }),
          },
          materials: { oak: {}, gold: {} },
          options: { finish: {} },
          choices: {
            dark: {
              option: 'finish',
              values: {
                'nodes/right::knob/material': 'oak',
                'nodes/north::first::seat/description': 'Dark',
                'nodes/seat/visible': false,
              },
            },
          },
          interactions: { open: { node: 'seat', actions: [{ kind: 'show', node: 'knob' }] } },
          translations: { es: { values: { 'nodes/right::seat/name': 'Asiento' } } },
        }),
      ),
    });
  /** Materials and places of what the instances show, by the name of its source. */
  const looks = (editor: TestEditor) =>
    ['left', 'right', 'north::first'].map((instance) => {
      const shown = [...resolveScene(editor.scene.document.value)].filter(
        ([id, { node, visible }]) => id.startsWith(`${instance}::`) && node.kind === 'box' && visible,
      );
      return shown
        .map(([, { node, world }]) => {
          const place = world.elements.map((one) => Math.round(one * 1e3) / 1e3 + 0);
          return [node.name.split(' ')[0], node.material, ...place].join();
        })
        .sort();
    });

  it('keeps the overrides of each instance when its copies are separated', () => {
    const editor = open();
    const before = looks(editor);
    expect(before.map(({ length }) => length)).toEqual([4, 6, 6]);
    makeSingleIn(editor, 'left');
    expect(looks(editor)).toEqual(before);
    const { nodes, choices, interactions, translations } = editor.scene.shared.value;
    const seats = Object.keys(nodes).filter((id) => nodes[id]?.parent === 'row' && id !== 'seat');
    const knobs = seats.map((seat) => Object.keys(nodes).find((id) => nodes[id]?.parent === seat));
    expect(seats.map((id) => [nodes[id]?.material, nodes[id]?.position[1]])).toEqual(
      Array(2).fill([null, nodes.seat?.position[1]]),
    );
    const by = (ids: readonly unknown[], path: string, value: unknown) =>
      Object.fromEntries(ids.map((id) => [`nodes/${path.replace('*', String(id))}`, value]));
    expect(choices.dark?.values).toEqual({
      ...by(['knob', ...knobs], 'right::*/material', 'oak'),
      ...by(['seat', ...seats], 'north::first::*/description', 'Dark'),
      'nodes/seat/visible': false,
    });
    const shows = (seat: string, knob: unknown) => [seat, [{ kind: 'show', node: knob, mode: 'toggle' }]];
    expect(Object.values(interactions).map(({ node, actions }) => [node, actions])).toEqual([
      shows('seat', 'knob'),
      ...seats.map((id, i) => shows(id, knobs[i])),
    ]);
    expect(translations.es?.values).toEqual(by(['seat', ...seats], 'right::*/name', 'Asiento'));
    editor.history.undo();
    expect(looks(editor)).toEqual(before);
    expect(editor.scene.shared.value.nodes.row?.kind).toBe('repeat');
  });

  it.each([
    { 'nodes/row/props.count': 4 },
    { 'nodes/row/props.step': [0, 1, 2] },
    { 'nodes/seat/scale': [2, 2, 2] },
    Object.fromEntries([
      ...Array.from({ length: MAX_FIELD_VALUES - 2 }, (_, i) => [`nodes/n${i}/visible`, true]),
      ['nodes/seat/material', 'gold'],
      ['nodes/knob/material', 'oak'],
    ]),
  ])('is not separated when an instance could not keep its look', (values) => {
    const editor = open(values);
    expectRefusal(editor, 'north::first');
  });

  const TURNED = { rotation: [0, Math.sin(0.4), 0, Math.cos(0.4)], position: [4, 1, 8] };
  const TILTED = { rotation: [Math.sin(0.4), 0, 0, Math.cos(0.4)] };
  const LARGE = { scale: [2, 2, 2] };
  const guided = (props: object, right: object) =>
    new TestEditor({
      ydoc: toYDoc(
        parseDocument({
          nodes: {
            bench: { kind: 'component', scale: [3, 3, 3] },
            path: { kind: 'path', parent: 'bench' },
            ground: { kind: 'plane', parent: 'bench', props: { size: [3, 3] } },
            road: { kind: 'path' },
            row: { kind: 'repeat', parent: 'bench', props },
            seat: { kind: 'box', parent: 'row', name: 'Seat' },
            left: instance('bench'),
            right: { ...instance('bench'), ...right },
          },
        }),
      ),
    });
  const along = { pattern: 'path', path: 'path', count: 6 };
  const scattered = { pattern: 'scatter', surface: 'ground', spacing: 1, count: 30 };

  it.each([
    [along, TURNED],
    [{ ...along, turns: false }, LARGE],
    [scattered, { position: [3, 0, 5] }],
  ])(
    'with %o is separated without overrides in an instance with %o, and stays editable in each',
    (props, right) => {
      const editor = guided(props, right);
      const before = looks(editor);
      makeSingleIn(editor, 'left');
      expect(looks(editor)).toEqual(before);
      const { nodes } = editor.scene.shared.value;
      expect([nodes.row?.kind, nodes.left, nodes.right]).toMatchObject([
        'group',
        { props: { values: {} } },
        { props: { values: {} } },
      ]);
      const copy = Object.keys(nodes).find((id) => nodes[id]?.parent === 'row' && id !== 'seat');
      editor.edit(() => updateNode(editor.ydoc, `left::${copy}`, { position: [0, 9, 0] }));
      expect(editor.scene.node(`left::${copy}`)?.position).toEqual([0, 9, 0]);
      expect(editor.scene.node(`right::${copy}`)?.position).toEqual([0, 9, 0]);
    },
  );

  it.each([
    ['turns: false', { ...along, turns: false }, TURNED],
    ['a tilted surface', scattered, TILTED],
    ['a larger surface', scattered, LARGE],
    ['a path outside the component', { ...along, path: 'road' }, TURNED],
    ['another source', along, instance('bench', { 'nodes/seat/scale': [2, 1, 1] })],
    ['another path', along, instance('bench', { 'nodes/path/position': [0, 3, 0] })],
    ['another pattern', { count: 4, path: 'path' }, instance('bench', { 'nodes/row/props.pattern': 'path' })],
  ])('is not separated when an instance places its copies differently: %s', (_what, props, right) => {
    const editor = guided(props, right);
    expectRefusal(editor, 'left');
  });

  it('keeps the overrides of nested instances when its copies are separated', () => {
    const editor = new TestEditor({
      ydoc: toYDoc(
        parseDocument({
          nodes: {
            chair: { kind: 'component' },
            seat: { kind: 'box', parent: 'chair', name: 'Seat' },
            bench: { kind: 'component' },
            row: { kind: 'repeat', parent: 'bench' },
            one: { ...instance('chair', { 'nodes/seat/scale': [1, 2, 1] }), parent: 'row' },
            hall: { kind: 'component' },
            first: { ...instance('bench'), parent: 'hall' },
            left: instance('bench', { 'nodes/one::seat/material': 'oak' }),
            right: instance('bench', { 'nodes/one/visible': false }),
            north: instance('hall', { 'nodes/first::one::seat/material': 'gold' }),
          },
          materials: { oak: {}, gold: {} },
        }),
      ),
    });
    const before = looks(editor);
    expect(before.map(([seat]) => seat?.split(',')[1])).toEqual(['oak', '', 'gold']);
    makeSingleIn(editor, 'left');
    expect(editor.scene.shared.value.nodes.row?.kind).toBe('group');
    expect(looks(editor)).toEqual(before);
  });

  it('keeps the overrides of instances that are separated in the same step', () => {
    const editor = open();
    editor.edit(() => groupNodes(editor.ydoc, ['right'], { kind: 'repeat', name: 'Rows' }));
    const rows = editor.scene.nodesOf('repeat').map(([id]) => id);
    const all = () =>
      [...resolveScene(editor.scene.document.value).values()]
        .filter(({ node }) => node.kind === 'box')
        .map(({ node, world }) =>
          [node.material, ...world.elements.map((one) => Math.round(one * 1e3))].join(),
        )
        .sort();
    const before = all();
    editor.scene.editWithin('left');
    editor.selection.set(['left::row', ...rows.filter((id) => !isGeneratedId(id))]);
    makeSingle(editor);
    expect(editor.scene.nodesOf('repeat')).toEqual([]);
    expect(all()).toEqual(before);
  });

  it.each([true, false])(
    'looks the same in later instances of its parent component (others exist: %s)',
    (isShown) => {
      const editor = open();
      const edit = (id: string, node: object) => addNodes(editor.ydoc, [{ id, ...node } as never]);
      const seats = (hall: string) =>
        [...resolveScene(editor.scene.document.value)]
          .filter(([id, { node }]) => id.startsWith(`${hall}::`) && node.kind === 'box')
          .map(([, { world, node }]) => [node.material, ...world.elements].join())
          .sort();
      const values = { 'nodes/seat/props.size': [1, 2, 1], 'nodes/seat/material': 'oak' };
      editor.edit(() => {
        updateNode(editor.ydoc, 'first', { props: { values } as never });
        edit('before', instance('hall'));
      });
      const before = seats('before');
      editor.edit(() => removeNodes(editor.ydoc, isShown ? [] : ['before', 'north']));
      editor.scene.editWithin('left');
      editor.selection.set(['left::row']);
      makeSingle(editor);
      editor.edit(() => edit('after', instance('hall')));
      expect(seats('after')).toEqual(before);
    },
  );

  it('is not separated when its instances would exceed the limit of overrides', () => {
    const editor = open();
    const many = Array.from({ length: 1_000 }, (_, i) => [
      `i${i}`,
      instance('bench', { 'nodes/seat/material': 'oak' }),
    ]);
    editor.edit(() => {
      updateNode(editor.ydoc, 'row', { props: { count: 22 } });
      addNodes(
        editor.ydoc,
        many.map(([id, node]) => ({ id, ...Object(node) })),
      );
    });
    expectRefusal(editor, 'left');
  });
});
