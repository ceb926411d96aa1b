import { revertOverrides } from '@diorama/shared/scene/copies/components.ts';
import { MAX_FIELD_VALUES } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { addNode, moveNodes, removeNodes, updateNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import { withChoices } from '@diorama/shared/scene/options/options.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import {
  addMaterial,
  addRow,
  assignMaterial,
  removeRows,
  updateMaterial,
  updateScene,
} from '@diorama/shared/scene/scene-ops.ts';
import { applyDocumentDiff, readDocument } from '@diorama/shared/scene/ydoc.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';

const SCENE = parseDocument({
  nodes: {
    chair: { kind: 'group' },
    seat: { kind: 'box', parent: 'chair' },
    arm: { kind: 'box', parent: 'chair', index: 'a1' },
    table: { kind: 'box', index: 'a1' },
  },
  materials: { oak: {}, red: { color: '#ff0000' } },
  options: { colour: { name: 'Colour' }, arms: { name: 'Arms', index: 'a1' } },
  choices: {
    plain: { option: 'colour' },
    painted: { option: 'colour', index: 'a1' },
    without: { option: 'arms', values: { 'nodes/arm/visible': false } },
    with: { option: 'arms', index: 'a1' },
  },
});

let shared: Y.Doc;
let editor: TestEditor;

/** The document as it is stored, and the recorded values of a choice. */
const stored = () => readDocument(shared);
const valuesOf = (id: string) => stored().choices[id]?.values;
const record = (id: string) => editor.recording.start({ table: 'choices', id });

beforeEach(() => {
  shared = new Y.Doc();
  applyDocumentDiff(shared, SCENE);
  editor = new TestEditor({ ydoc: shared });
  record('painted');
});

describe('recording a choice', () => {
  it('stores edits as choice values and leaves the stored scene unchanged', () => {
    editor.edit(() => {
      assignMaterial(editor.ydoc, ['seat'], 'red');
      updateNode(editor.ydoc, 'table', { visible: false, position: [1, 2, 3] });
      updateNode<'box'>(editor.ydoc, 'table', { props: { size: [2, 1, 1] } });
      updateMaterial(editor.ydoc, 'oak', { uv: { rotation: 1 } });
      updateScene(editor.ydoc, { camera: { fov: 20 } });
    });
    expect(valuesOf('painted')).toEqual({
      'nodes/seat/material': 'red',
      'nodes/table/visible': false,
      'nodes/table/position': [1, 2, 3],
      'nodes/table/props.size': [2, 1, 1],
      'materials/oak/uv.rotation': 1,
      'scene/camera.fov': 20,
    });
    expect({ ...stored(), choices: {} }).toEqual({ ...SCENE, choices: {} });
    const shown = editor.scene.document.value;
    expect(shown.nodes.table).toMatchObject({ visible: false, position: [1, 2, 3] });
    editor.recording.stop();
    expect(editor.scene.document.value).toEqual(stored());
    const chosen = withChoices(
      stored(),
      new Map([
        ['colour', 'painted'],
        ['arms', 'without'],
      ]),
    );
    expect(chosen.nodes).toEqual(shown.nodes);
    expect(chosen.camera).toEqual(shown.camera);
  });

  it('shows other options in their default choices', () => {
    expect(editor.scene.node('arm')?.visible).toBe(false);
    record('with');
    expect(editor.scene.node('arm')?.visible).toBe(true);
    record('without');
    expect(editor.scene.node('arm')?.visible).toBe(false);
  });

  it('drops a value equal to the one without the choice', () => {
    editor.edit(() => updateNode(editor.ydoc, 'table', { visible: false }));
    editor.edit(() => updateNode(editor.ydoc, 'table', { visible: true }));
    expect(valuesOf('painted')).toEqual({});
  });

  it('supports undo and redo step by step, during and after recording', () => {
    editor.edit(() => updateNode(editor.ydoc, 'table', { position: [1, 0, 0] }));
    editor.edit(() => updateNode(editor.ydoc, 'table', { position: [2, 0, 0] }));
    editor.history.undo();
    expect(editor.scene.node('table')?.position).toEqual([1, 0, 0]);
    editor.edit(() => updateNode(editor.ydoc, 'table', { position: [5, 0, 0] }));
    expect(valuesOf('painted')).toEqual({ 'nodes/table/position': [5, 0, 0] });
    editor.recording.stop();
    editor.history.undo();
    editor.history.undo();
    expect(valuesOf('painted')).toEqual({});
    editor.history.redo();
    expect(valuesOf('painted')).toEqual({ 'nodes/table/position': [1, 0, 0] });
    expect(stored().nodes).toEqual(SCENE.nodes);
  });

  it('shows a new group with its children and materials only with the choice', () => {
    editor.edit(() => {
      const group = addNode(editor.ydoc, { kind: 'group', id: 'cushions' });
      const paint = addMaterial(editor.ydoc, { color: '#00ff00' }, 'green');
      addNode(editor.ydoc, { kind: 'sphere', id: 'cushion', parent: group, material: paint });
    });
    expect(stored().nodes.cushions?.visible).toBe(false);
    expect(stored().nodes.cushion).toMatchObject({ visible: true, parent: 'cushions', material: 'green' });
    expect(stored().materials.green?.color).toBe('#00ff00');
    expect(valuesOf('painted')).toEqual({ 'nodes/cushions/visible': true });
    expect(editor.scene.node('cushions')?.visible).toBe(true);
  });

  it('records a removed node as hidden and keeps it in the scene', () => {
    editor.edit(() => removeNodes(editor.ydoc, ['chair']));
    expect(valuesOf('painted')).toEqual({ 'nodes/chair/visible': false });
    expect(stored().nodes).toEqual(SCENE.nodes);
    expect(editor.scene.node('seat')).toBeDefined();
    editor.edit(() => updateNode(editor.ydoc, 'seat', { visible: false }));
    editor.edit(() => removeNodes(editor.ydoc, ['seat']));
    editor.edit(() => updateNode(editor.ydoc, 'seat', { position: [0, 1, 0] }));
    expect(valuesOf('painted')).toMatchObject({ 'nodes/seat/position': [0, 1, 0] });
  });

  it('reparents a node for every choice', () => {
    editor.edit(() => updateNode(editor.ydoc, 'chair', { position: [5, 0, 0] }));
    editor.edit(() => moveNodes(editor.ydoc, ['table'], { parent: 'chair' }));
    expect(stored().nodes.table).toMatchObject({ parent: 'chair', position: [-5, 0, 0] });
    expect(valuesOf('painted')).toEqual({ 'nodes/chair/position': [5, 0, 0] });
    expect(editor.scene.worldOf('table').elements.slice(12, 15)).toEqual([0, 0, 0]);
  });

  it('groups existing nodes for every choice without hiding them in other choices', () => {
    editor.edit(() => {
      const group = addNode(editor.ydoc, { kind: 'group', id: 'set' });
      moveNodes(editor.ydoc, ['chair', 'table'], { parent: group });
    });
    expect(stored().nodes.set?.visible).toBe(true);
    expect(stored().nodes).toMatchObject({ chair: { parent: 'set' }, table: { parent: 'set' } });
    expect(valuesOf('painted')).toEqual({});
  });

  it('omits an edit that exceeds the choice’s value limit and shows a notice', { tags: ['full'] }, () => {
    const ids = Array.from({ length: MAX_FIELD_VALUES + 1 }, (_, i) => `peg${i}`);
    applyDocumentDiff(shared, {
      ...stored(),
      nodes: {
        ...stored().nodes,
        ...parseDocument({ nodes: Object.fromEntries(ids.map((id) => [id, { kind: 'box' }])) }).nodes,
      },
    });
    const hide = (some: readonly string[]) =>
      editor.edit(() => updateNodes(editor.ydoc, new Map(some.map((id) => [id, { visible: false }]))));
    hide(ids);
    expect(valuesOf('painted')).toEqual({});
    expect(editor.scene.node('peg0')?.visible).toBe(true);
    expect(editor.ui.notice.value).toEqual({ what: 'rows.full', params: { most: MAX_FIELD_VALUES } });
    hide(ids.slice(1));
    expect(Object.keys(valuesOf('painted') ?? {})).toHaveLength(MAX_FIELD_VALUES);
    expect(editor.scene.node('peg0')?.visible).toBe(true);
  });

  it('ends when another user deletes the choice', () => {
    applyDocumentDiff(shared, { ...stored(), choices: {} });
    expect(editor.recording.target.value).toBeNull();
    expect(editor.scene.document.value).toEqual(stored());
    record('painted');
    expect(editor.recording.target.value).toBeNull();
  });

  it('lets two users record at once, each seeing both users’ changes', () => {
    const theirs = new Y.Doc();
    for (const [from, to] of [
      [shared, theirs],
      [theirs, shared],
    ] as const) {
      Y.applyUpdate(to, Y.encodeStateAsUpdate(from));
      from.on('update', (update: Uint8Array) => Y.applyUpdate(to, update));
    }
    const other = new TestEditor({ ydoc: theirs });
    other.recording.start({ table: 'choices', id: 'painted' });
    editor.edit(() => assignMaterial(editor.ydoc, ['seat'], 'red'));
    other.edit(() => updateNode(other.ydoc, 'table', { position: [1, 0, 0] }));
    editor.edit(() => updateNode(editor.ydoc, 'seat', { visible: false }));
    expect(valuesOf('painted')).toEqual({
      'nodes/seat/material': 'red',
      'nodes/seat/visible': false,
      'nodes/table/position': [1, 0, 0],
    });
    expect(editor.scene.node('table')?.position).toEqual([1, 0, 0]);
    expect(other.scene.node('seat')).toMatchObject({ material: 'red', visible: false });
    editor.history.undo();
    expect(other.scene.node('seat')).toMatchObject({ material: 'red', visible: true });
    other.dispose();
  });

  it('writes the drag of a slider as one step', () => {
    const mark = editor.history.mark();
    for (const x of [1, 2, 3]) {
      editor.edit(() => updateNode(editor.ydoc, 'table', { position: [x, 0, 0] }), mark);
    }
    editor.history.commit();
    expect(valuesOf('painted')).toEqual({ 'nodes/table/position': [3, 0, 0] });
    editor.history.undo();
    expect(valuesOf('painted')).toEqual({});
    expect(editor.scene.node('table')?.position).toEqual([0, 0, 0]);
  });
});

describe('recording a state', () => {
  it('stores edits in the state, on top of the default choices', () => {
    editor.edit(() => addRow(editor.ydoc, 'states', { name: 'Open' }, 'open'));
    editor.recording.start({ table: 'states', id: 'open' });
    expect(editor.scene.node('arm')?.visible).toBe(false);
    editor.edit(() => updateNode(editor.ydoc, 'table', { position: [0, 1, 0] }));
    editor.recording.stop();
    expect(stored().states.open?.values).toEqual({ 'nodes/table/position': [0, 1, 0] });
    expect(stored().nodes).toEqual(SCENE.nodes);
  });
});

describe('recording a choice in an instance', () => {
  const GLOSS = {
    ...SCENE,
    nodes: {
      ...SCENE.nodes,
      lamp: { kind: 'component' },
      bulb: { kind: 'sphere', parent: 'lamp' },
      foot: { kind: 'box', parent: 'lamp' },
      pair: { kind: 'component' },
      left: { kind: 'instance', parent: 'pair', props: { component: 'lamp' } },
      one: { kind: 'instance', props: { component: 'lamp', values: { 'nodes/foot/material': 'oak' } } },
      both: { kind: 'instance', props: { component: 'pair' } },
    },
  };
  const shownBy = (choice: string) => {
    const { nodes } = shownDocument(stored(), new Map([['colour', choice]]));
    return (id: string) => nodes[id]?.material;
  };

  beforeEach(() => {
    shared = new Y.Doc();
    applyDocumentDiff(shared, parseDocument(GLOSS));
    editor = new TestEditor({ ydoc: shared });
    record('painted');
  });

  it('stores values of instance nodes for this choice only, with undo and redo', () => {
    editor.edit(() => assignMaterial(editor.ydoc, ['one::bulb', 'both::left::foot'], 'red'));
    editor.edit(() => updateNode(editor.ydoc, 'one::foot', { visible: false }));
    expect(valuesOf('painted')).toEqual({
      'nodes/one::bulb/material': 'red',
      'nodes/both::left::foot/material': 'red',
      'nodes/one::foot/visible': false,
    });
    expect(stored().nodes).toEqual(parseDocument(GLOSS).nodes);
    expect(editor.scene.node('one::bulb')?.material).toBe('red');
    expect(['one::bulb', 'both::left::foot', 'one::foot'].map(shownBy('painted'))).toEqual([
      'red',
      'red',
      'oak',
    ]);
    expect(['one::bulb', 'both::left::foot', 'one::foot'].map(shownBy('plain'))).toEqual([null, null, 'oak']);
    editor.history.undo();
    editor.history.undo();
    expect(valuesOf('painted')).toEqual({});
    expect(editor.scene.node('one::bulb')?.material).toBe(null);
    editor.history.redo();
    expect(editor.scene.node('both::left::foot')?.material).toBe('red');
  });

  it('hides deleted nodes of the instance', () => {
    editor.edit(() => removeNodes(editor.ydoc, ['one::bulb']));
    expect(valuesOf('painted')).toEqual({ 'nodes/one::bulb/visible': false });
  });

  it('drops values equal to the instance’s override or to the component’s value in the choice', () => {
    editor.edit(() => assignMaterial(editor.ydoc, ['one::foot'], 'red'));
    editor.edit(() => assignMaterial(editor.ydoc, ['one::foot'], null));
    expect(valuesOf('painted')).toEqual({ 'nodes/one::foot/material': null });
    editor.edit(() => assignMaterial(editor.ydoc, ['one::foot'], 'oak'));
    expect(valuesOf('painted')).toEqual({});
    editor.edit(() => assignMaterial(editor.ydoc, ['bulb'], 'oak'));
    editor.edit(() => assignMaterial(editor.ydoc, ['one::bulb'], 'red'));
    editor.edit(() => assignMaterial(editor.ydoc, ['one::bulb'], null));
    expect(shownBy('painted')('one::bulb')).toBe(null);
    editor.edit(() => assignMaterial(editor.ydoc, ['one::bulb'], 'oak'));
    expect(valuesOf('painted')).toEqual({ 'nodes/bulb/material': 'oak' });
  });

  it('reverts an override for the choice only', () => {
    editor.edit(() => revertOverrides(editor.ydoc, 'one'));
    expect([shownBy('painted')('one::foot'), shownBy('plain')('one::foot')]).toEqual([null, 'oak']);
  });
});

describe('two users recording at once', () => {
  let other: TestEditor;

  beforeEach(() => {
    const theirs = new Y.Doc();
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(shared));
    const connect = (from: Y.Doc, to: Y.Doc) =>
      from.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin !== 'network') {
          Y.applyUpdate(to, update, 'network');
        }
      });
    connect(shared, theirs);
    connect(theirs, shared);
    other = new TestEditor({ ydoc: theirs });
  });

  it('merge their values in one choice, with the later value of a field winning', () => {
    other.recording.start({ table: 'choices', id: 'painted' });
    editor.edit(() => assignMaterial(editor.ydoc, ['seat'], 'red'));
    other.edit(() => updateNode(other.ydoc, 'table', { visible: false }));
    other.edit(() => assignMaterial(other.ydoc, ['seat'], 'oak'));
    expect(valuesOf('painted')).toEqual({ 'nodes/seat/material': 'oak', 'nodes/table/visible': false });
    for (const one of [editor, other]) {
      expect([one.scene.node('seat')?.material, one.scene.node('table')?.visible]).toEqual(['oak', false]);
    }
    // Undo takes back what this person did only.
    other.history.undo();
    other.history.undo();
    expect(valuesOf('painted')).toEqual({ 'nodes/seat/material': 'red' });
    editor.history.undo();
    expect(valuesOf('painted')).toEqual({});
  });

  it('record two choices of one option without seeing each other’s values', () => {
    other.recording.start({ table: 'choices', id: 'plain' });
    editor.edit(() => assignMaterial(editor.ydoc, ['seat'], 'red'));
    other.edit(() => updateNode(other.ydoc, 'seat', { position: [1, 0, 0] }));
    expect(other.scene.node('seat')).toMatchObject({ material: null, position: [1, 0, 0] });
    expect(editor.scene.node('seat')).toMatchObject({ material: 'red', position: [0, 0, 0] });
    expect([valuesOf('painted'), valuesOf('plain')]).toEqual([
      { 'nodes/seat/material': 'red' },
      { 'nodes/seat/position': [1, 0, 0] },
    ]);
    expect(stored().nodes).toEqual(SCENE.nodes);
  });

  it('stop when one of them deletes the choice', () => {
    other.edit(() => removeRows(other.ydoc, 'choices', ['painted']));
    expect(editor.recording.target.value).toBeNull();
    editor.edit(() => updateNode(editor.ydoc, 'table', { visible: false }));
    expect(stored().nodes.table?.visible).toBe(false);
  });
});
