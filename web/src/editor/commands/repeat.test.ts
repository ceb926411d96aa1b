import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { MAX_FIELD_VALUES } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import {
  addNode,
  addNodes,
  groupNodes,
  removeNodes,
  updateNode,
  updateNodes,
} from '@diorama/shared/scene/ops.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownCopies } from '../queries/shown-copies.ts';
import { TestEditor } from '../test/test-editor.ts';
import { makeSingle, repeatSelection } from './repeat.ts';
import { ungroupSelection } from './selection.ts';

let editor: TestEditor;
let box: string;

const nodes = () => editor.scene.document.value.nodes;
const stored = () => Object.keys(editor.scene.shared.value.nodes);
const copies = () => Object.keys(nodes()).filter(isGeneratedId);
const repeat = () => editor.selection.primary ?? '';
const change = (props: object) => editor.edit(() => updateNode(editor.ydoc, repeat(), { props }));
/** Places of all boxes in the scene. */
const places = () =>
  [...resolveScene(editor.scene.document.value).values()]
    .filter(({ node }) => node.kind === 'box')
    .map(({ world }) => world.elements.map((one) => Math.round(one * 1e3) / 1e3 + 0).join())
    .sort();

beforeEach(() => {
  editor = new TestEditor();
  box = addNode(editor.ydoc, { kind: 'box', name: 'Box', position: [2, 0, 0] });
  editor.selection.set([box]);
  repeatSelection(editor, 'Repeat');
});

describe('A repeat of the selection', () => {
  it('has copies beside its source, which stays the same node, in one step', () => {
    expect(editor.scene.node(repeat())).toMatchObject({
      kind: 'repeat',
      name: 'Repeat',
      position: [2, 0, 0],
    });
    expect(editor.scene.parentOf(box)).toBe(repeat());
    expect(copies()).toHaveLength(2);
    expect(editor.queries?.boundsOf([repeat()]).max.x).toBeCloseTo(2.5 + 2 * 1.1);
    editor.history.undo();
    expect(copies()).toEqual([]);
    expect(editor.scene.node(box)?.position).toEqual([2, 0, 0]);
  });

  it('follows edits of the source, and of the number of copies, with undo', () => {
    change({ count: 5 });
    expect(copies()).toHaveLength(4);
    editor.edit(() => updateNode(editor.ydoc, box, { props: { size: [1, 4, 1] } }));
    expect(copies().map((id) => nodes()[id]?.props)).toEqual(Array(4).fill({ size: [1, 4, 1] }));
    editor.history.undo();
    editor.history.undo();
    expect(copies()).toHaveLength(2);
    editor.history.redo();
    expect(copies()).toHaveLength(4);
  });

  it('is nothing for a locked selection or for users who may only look', () => {
    const other = addNode(editor.ydoc, { kind: 'box', locked: true });
    editor.selection.set([other]);
    const before = stored();
    repeatSelection(editor, 'Repeat');
    editor.selection.set([box]);
    editor.isReadOnly.value = true;
    repeatSelection(editor, 'Repeat');
    makeSingle(editor);
    expect(stored()).toEqual(before);
  });

  it('leaves its source when it is ungrouped', () => {
    ungroupSelection(editor);
    expect(stored()).toEqual([box]);
    expect(editor.scene.node(box)?.position).toEqual([2, 0, 0]);
  });
});

describe('The number of copies', () => {
  it('is known, also where there are fewer than the pattern asks for', () => {
    expect(shownCopies(editor, repeat())).toEqual({ shown: 2, wanted: 2 });
    change({ pattern: 'grid', counts: [5, 1, 4] });
    expect(shownCopies(editor, repeat())).toEqual({ shown: 19, wanted: 19 });
    const ground = addNode(editor.ydoc, { kind: 'plane', props: { size: [3, 3] } });
    change({ pattern: 'scatter', count: 500, spacing: 1 });
    expect(shownCopies(editor, repeat())).toEqual({ shown: 0, wanted: 500 });
    change({ surface: ground });
    expect(shownCopies(editor, repeat())).toEqual({ shown: copies().length, wanted: 500 });
    expect(copies().length).toBeGreaterThan(3);
    expect(shownCopies(editor, ground)).toBeNull();
  });
});

describe('Copies that are made single', () => {
  it.each([
    { pattern: 'linear', count: 4 },
    { pattern: 'grid' },
    { pattern: 'radial', count: 7, jitterScale: 0.4, jitterRotation: [1, 1, 1] },
  ])('are plain nodes where they were in a $pattern pattern, numbered, in one step', (props) => {
    change(props);
    const before = places();
    const id = repeat();
    makeSingle(editor);
    expect(copies()).toEqual([]);
    expect(repeat()).toBe(id);
    expect(editor.scene.node(id)).toMatchObject({ kind: 'group', name: 'Repeat' });
    expect(places()).toEqual(before);
    const names = editor.scene.children(repeat()).map((child) => editor.scene.node(child)?.name);
    expect(names.slice(0, 3)).toEqual(['Box', 'Box 2', 'Box 3']);
    editor.history.undo();
    expect(editor.scene.node(id)?.kind).toBe('repeat');
    expect(places()).toEqual(before);
    expect(stored()).toHaveLength(2);
  });

  it('hold what hangs below them, and repeats within them go on repeating', () => {
    const outer = editor.edit(() => groupNodes(editor.ydoc, [repeat()], { kind: 'repeat' })) ?? '';
    const before = places();
    editor.selection.set([outer]);
    makeSingle(editor);
    expect(editor.scene.nodesOf('repeat')).toHaveLength(3);
    expect(stored()).toHaveLength(1 + 3 * 2);
    expect(places()).toEqual(before);
  });

  it('are not more than a scene may have', () => {
    const children = Array.from({ length: 3 }, () => addNode(editor.ydoc, { kind: 'box', parent: repeat() }));
    updateNodes(editor.ydoc, new Map(children.map((id) => [id, { visible: false }])));
    change({ count: 10_000 });
    const before = stored();
    makeSingle(editor);
    expect(editor.ui.told.value?.what).toBe('repeat.tooMany');
    expect(stored()).toEqual(before);
  });
});

describe('A repeat of a component', () => {
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

  it('whose copies are made single in an instance has its own values in them, and instances theirs', () => {
    const editor = open();
    const before = looks(editor);
    expect(before.map(({ length }) => length)).toEqual([4, 6, 6]);
    editor.scene.editWithin('left');
    editor.selection.set(['left::row']);
    makeSingle(editor);
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
  ])('stays as it is where an instance could not keep its look', (values) => {
    const editor = open(values);
    const before = editor.scene.shared.value;
    editor.scene.editWithin('north::first');
    editor.selection.set(['north::first::row']);
    makeSingle(editor);
    expect(editor.ui.told.value?.what).toBe('repeat.overridden');
    expect(editor.scene.shared.value).toBe(before);
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
  ])('with %o has no overrides in an instance with %o, and can be edited on in each', (props, right) => {
    const editor = guided(props, right);
    const before = looks(editor);
    editor.scene.editWithin('left');
    editor.selection.set(['left::row']);
    makeSingle(editor);
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
  });

  it.each([
    ['turns: false', { ...along, turns: false }, TURNED],
    ['a tilted surface', scattered, TILTED],
    ['a larger surface', scattered, LARGE],
    ['a path elsewhere', { ...along, path: 'road' }, TURNED],
    ['another source', along, instance('bench', { 'nodes/seat/scale': [2, 1, 1] })],
    ['another path', along, instance('bench', { 'nodes/path/position': [0, 3, 0] })],
    ['another pattern', { count: 4, path: 'path' }, instance('bench', { 'nodes/row/props.pattern': 'path' })],
  ])('stays as it is where its copies are elsewhere in an instance: %s', (_what, props, right) => {
    const editor = guided(props, right);
    const before = editor.scene.shared.value;
    editor.scene.editWithin('left');
    editor.selection.set(['left::row']);
    makeSingle(editor);
    expect(editor.ui.told.value?.what).toBe('repeat.overridden');
    expect(editor.scene.shared.value).toBe(before);
  });

  it('of instances keeps what others override in these', () => {
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
    editor.scene.editWithin('left');
    editor.selection.set(['left::row']);
    makeSingle(editor);
    expect(editor.scene.shared.value.nodes.row?.kind).toBe('group');
    expect(looks(editor)).toEqual(before);
  });

  it('keeps the overrides of instances that become single in the same step', () => {
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
    'looks the same in later instances of what has one (one is shown: %s)',
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

  it('stays as it is where its instances would need more overrides than a scene should have', () => {
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
    editor.scene.editWithin('left');
    editor.selection.set(['left::row']);
    makeSingle(editor);
    expect(editor.ui.told.value?.what).toBe('repeat.overridden');
  });
});

describe('Two users', () => {
  it('may edit the source and the pattern at once', () => {
    const id = repeat();
    editor.edit(() => updateNode(editor.ydoc, id, { props: { count: 4 } }));
    // As another user, whose edits this one does not undo.
    editor.ydoc.transact(() => updateNode(editor.ydoc, box, { material: 'oak' }), 'other');
    expect(copies().map((copy) => nodes()[copy]?.material)).toEqual(['oak', 'oak', 'oak']);
    editor.history.undo();
    expect(copies().map((copy) => nodes()[copy]?.material)).toEqual(['oak', 'oak']);
  });
});
