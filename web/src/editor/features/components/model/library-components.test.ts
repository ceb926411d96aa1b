import { linkOf } from '@diorama/shared/scene/copies/component-closure.ts';
import { readContent } from '@diorama/shared/scene/copies/library-component.ts';
import type { ComponentVersion } from '@diorama/shared/scene/copies/place-component.ts';
import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { applyDocumentDiff, readDocument } from '@diorama/shared/scene/ydoc.ts';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { setMaterial } from '../../../commands/materials.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { sceneComponents, selectedComponent } from './components.ts';
import {
  contentOf,
  countMissingFiles,
  insertComponent,
  isChangedHere,
  linkComponent,
  updateComponents,
} from './library-components.ts';

const CHAIR = '01900000-0000-7000-8000-00000000aaaa';
const TABLE = '01900000-0000-7000-8000-00000000bbbb';

const chair = (version: number, nodes: object = {}, item = CHAIR): ComponentVersion => ({
  item,
  version,
  content: readContent({
    nodes: {
      shown: { kind: 'instance', props: { component: 'chair' } },
      chair: { kind: 'component', name: 'Chair' },
      seat: { kind: 'box', name: `Seat ${version}`, parent: 'chair', position: [0, 1, 0] },
      ...nodes,
    },
  }),
});
const arm = { arm: { kind: 'box', parent: 'chair', position: [0, 2, 0] } };

/** Keeps the documents of some editors equal. */
function together(count: number): TestEditor[] {
  const editors = Array.from({ length: count }, () => new TestEditor());
  for (const from of editors) {
    from.ydoc.on('update', (update, origin) => {
      for (const to of origin === 'peer' ? [] : editors) {
        if (to !== from) {
          Y.applyUpdate(to.ydoc, update, 'peer');
        }
      }
    });
  }
  return editors;
}

it('a library component is inserted with an instance, once per scene, in one undo step', () => {
  const editor = new TestEditor();
  expect(insertComponent(editor, chair(1), null)).toBe('done');
  const [component] = sceneComponents(editor);
  expect(component).toMatchObject({ name: 'Chair', count: 1, link: { item: CHAIR, version: 1 } });
  const first = editor.selection.primary ?? '';
  expect(editor.queries?.boundsOf([first]).min.y).toBeCloseTo(0);
  expect(selectedComponent(editor)).toBe('chair');
  // A newer version is not put over the present one unasked.
  expect(insertComponent(editor, chair(2), { x: 400, y: 300 })).toBe('done');
  expect(sceneComponents(editor)).toMatchObject([{ count: 2, link: { version: 1 } }]);
  editor.history.undo();
  editor.history.undo();
  expect(readDocument(editor.ydoc)).toEqual(parseDocument({}));
  editor.isReadOnly.value = true;
  expect(insertComponent(editor, chair(1), null)).toBe('readOnly');
});

it('a library component is updated in one undo step, keeps overrides, and reports how many no longer apply', () => {
  const editor = new TestEditor();
  insertComponent(editor, chair(1, arm), null);
  const instance = editor.selection.primary ?? '';
  setMaterial(editor, [`${instance}::seat`], 'red');
  editor.edit(() => updateNode(editor.ydoc, `${instance}::arm`, { visible: false }));
  expect(updateComponents(editor, [chair(2)])).toEqual({ kind: 'done', lost: 1 });
  expect(editor.scene.node(`${instance}::seat`)).toMatchObject({ name: 'Seat 2', material: 'red' });
  expect(editor.scene.children(instance)).toHaveLength(1);
  editor.history.undo();
  expect(editor.scene.node(`${instance}::seat`)?.name).toBe('Seat 1');
  expect(editor.scene.node(`${instance}::arm`)?.visible).toBe(false);
  editor.history.redo();
  expect(sceneComponents(editor)[0]?.link?.version).toBe(2);
});

it('a library component is inserted and updated with its interactions and motions, in one undo step', () => {
  const editor = new TestEditor();
  const acting = (version: number, rows: object) => {
    const { content, ...rest } = chair(version);
    return { ...rest, content: readContent({ ...content, ...rows }) };
  };
  const click = { node: 'seat', actions: [{ kind: 'show', node: 'seat' }] };
  const first = acting(1, { interactions: { click }, motions: { turn: { node: 'seat' } } });
  expect(insertComponent(editor, first, null)).toBe('done');
  expect(readDocument(editor.ydoc)).toMatchObject({
    interactions: { click },
    motions: { turn: { node: 'seat' } },
  });
  expect(isChangedHere(editor, CHAIR, first.content)).toBe(false);
  const timelines = { swing: {} };
  const keys = { end: { timeline: 'swing', values: { 'nodes/seat/visible': false } } };
  updateComponents(editor, [acting(2, { timelines, keys })]);
  const updated = readDocument(editor.ydoc);
  expect(updated).toMatchObject({ interactions: {}, motions: {}, keys });
  editor.history.undo();
  expect(readDocument(editor.ydoc).timelines).toEqual({});
  editor.history.undo();
  expect(readDocument(editor.ydoc)).toEqual(parseDocument({}));
  editor.history.goTo(2);
  expect(readDocument(editor.ydoc)).toEqual(updated);
  // A table that is full stays as it is.
  const most = Array.from({ length: TABLE_LIMITS.motions }, (_, i) => [`m${i}`, {}]);
  const full = new TestEditor();
  applyDocumentDiff(full.ydoc, parseDocument({ motions: Object.fromEntries(most) }));
  expect(insertComponent(full, first, null)).toBe('full');
  expect(readDocument(full.ydoc).nodes).toEqual({});
});

it('a library component counts as changed after any edit inside it, but not after overrides', () => {
  const editor = new TestEditor();
  const version = chair(1, arm);
  insertComponent(editor, version, null);
  const instance = editor.selection.primary ?? '';
  editor.edit(() => updateNode(editor.ydoc, `${instance}::seat`, { visible: false }));
  expect(isChangedHere(editor, CHAIR, version.content)).toBe(false);
  editor.scene.editWithin(instance);
  editor.edit(() => updateNode(editor.ydoc, `${instance}::seat`, { position: [0, 3, 0] }));
  expect(isChangedHere(editor, CHAIR, version.content)).toBe(true);
  const { content, ids } = contentOf(editor, 'chair');
  linkComponent(editor, 'chair', { item: CHAIR, version: 2, ids });
  expect(isChangedHere(editor, CHAIR, content)).toBe(false);
  // Undo of the saved edit keeps the link.
  editor.history.undo();
  expect(sceneComponents(editor)[0]?.link?.version).toBe(2);
});

it('a library component converges after concurrent inserts and updates by two users', () => {
  const [a, b] = [new TestEditor(), new TestEditor()];
  for (const version of [1, 2]) {
    for (const editor of [a, b]) {
      if (version === 1) {
        insertComponent(editor, chair(1, arm), null);
      } else {
        updateComponents(editor, [chair(2)]);
      }
    }
    Y.applyUpdate(a.ydoc, Y.encodeStateAsUpdate(b.ydoc), 'peer');
    Y.applyUpdate(b.ydoc, Y.encodeStateAsUpdate(a.ydoc), 'peer');
    expect(readDocument(a.ydoc)).toEqual(readDocument(b.ydoc));
    expect(sceneComponents(a)).toMatchObject([{ count: 2, link: { version } }]);
    expect(isChangedHere(a, CHAIR, chair(version, version === 1 ? arm : {}).content)).toBe(false);
  }
});

it('the update of a library component is undone by its author, and keeps edits of other users', () => {
  const [ada, ben, eve] = together(3) as [TestEditor, TestEditor, TestEditor];
  insertComponent(ada, chair(1, arm), null);
  const instance = ada.selection.primary ?? '';
  updateComponents(ben, [chair(2)]);
  eve.scene.editWithin(instance);
  eve.edit(() => updateNode(eve.ydoc, `${instance}::seat`, { position: [0, 5, 0] }));
  ben.history.undo();
  for (const { scene } of [ada, ben, eve]) {
    expect(scene.node(`${instance}::seat`)).toMatchObject({ name: 'Seat 1', position: [0, 5, 0] });
    expect(scene.node(`${instance}::arm`)).toBeDefined();
    expect(linkOf(scene.shared.value.nodes.chair)?.version).toBe(1);
  }
});

it('a library component is not updated when it would contain itself or exceed the node limit', () => {
  const editor = new TestEditor();
  const table = (nodes: object) => ({
    ...chair(2, {}, TABLE),
    content: readContent({
      nodes: {
        shown: { kind: 'instance', props: { component: 'table' } },
        table: { kind: 'component' },
        ...nodes,
      },
    }),
  });
  const link = (item: string) => ({ library: { item, version: 1 } });
  const within = { c: { kind: 'instance', parent: 'table', props: { component: 'chair' } } };
  insertComponent(editor, table({ ...within, chair: { kind: 'component', props: link(CHAIR) } }), null);
  const before = readDocument(editor.ydoc);
  const loop = chair(2, {
    t: { kind: 'instance', parent: 'chair', props: { component: 'table' } },
    table: { kind: 'component', props: link(TABLE) },
  });
  expect(updateComponents(editor, [loop])).toEqual({ kind: 'cyclic' });
  expect(readDocument(editor.ydoc)).toEqual(before);
  // Both at once is fine, where the other one no longer contains it.
  expect(updateComponents(editor, [loop, table({ top: { kind: 'box', parent: 'table' } })])).toMatchObject({
    kind: 'done',
  });
  const boxes = Object.fromEntries(Array.from({ length: 19_999 }, (_, i) => [`n${i}`, { kind: 'box' }]));
  const full = new TestEditor();
  applyDocumentDiff(full.ydoc, parseDocument({ nodes: boxes }));
  expect(insertComponent(full, chair(1), null)).toBe('full');
  expect(full.scene.idsOf('instance')).toEqual([]);
});

it('a library component is neither inserted nor updated when its materials exceed the limit', () => {
  const painted = (version: number, colors: readonly string[]): ComponentVersion => {
    const { content } = chair(version);
    const boxes = colors.map((id) => [id, { kind: 'box', parent: 'chair', material: id }]);
    return {
      ...{ item: CHAIR, version },
      content: readContent({
        nodes: { ...content.nodes, ...Object.fromEntries(boxes) },
        materials: Object.fromEntries(colors.map((id) => [id, {}])),
      }),
    };
  };
  const editor = new TestEditor();
  const most = Object.fromEntries(
    Array.from({ length: TABLE_LIMITS.materials - 1 }, (_, i) => [`m${i}`, {}]),
  );
  applyDocumentDiff(editor.ydoc, parseDocument({ materials: most }));
  expect(insertComponent(editor, painted(1, ['red', 'blue']), null)).toBe('full');
  expect(insertComponent(editor, painted(1, ['red']), null)).toBe('done');
  const before = readDocument(editor.ydoc);
  expect(updateComponents(editor, [painted(2, ['red', 'blue'])])).toEqual({ kind: 'full' });
  expect(readDocument(editor.ydoc)).toEqual(before);
  expect(updateComponents(editor, [painted(2, ['red'])])).toMatchObject({ kind: 'done' });
});

it('a link to a library version is stored in the component, not in the recorded choice', () => {
  const editor = new TestEditor();
  insertComponent(editor, chair(1), null);
  applyDocumentDiff(
    editor.ydoc,
    parseDocument({
      ...readDocument(editor.ydoc),
      options: { color: {} },
      choices: { red: { option: 'color' } },
    }),
  );
  editor.recording.start({ table: 'choices', id: 'red' });
  linkComponent(editor, 'chair', { item: CHAIR, version: 2, ids: {} });
  const { choices, nodes } = readDocument(editor.ydoc);
  expect(choices.red?.values).toEqual({});
  expect(linkOf(nodes.chair)?.version).toBe(2);
});

it('an update of a deleted library component changes nothing', () => {
  const editor = new TestEditor();
  addNode(editor.ydoc, { kind: 'box' });
  const before = readDocument(editor.ydoc);
  expect(updateComponents(editor, [chair(2)])).toEqual({ kind: 'done', lost: 0 });
  linkComponent(editor, 'chair', { item: CHAIR, version: 2, ids: {} });
  expect(readDocument(editor.ydoc)).toEqual(before);
});

it('a library component counts its models whose files are missing or failed', () => {
  const editor = new TestEditor();
  const count = () => countMissingFiles(editor, 'chair', (iri) => iri === '/api/assets/broken');
  insertComponent(editor, chair(1, arm), null);
  expect(count()).toBe(0);
  addNode(editor.ydoc, { kind: 'model', name: 'Cushion', parent: 'chair' });
  addNode(editor.ydoc, { kind: 'model', name: 'Lamp' });
  expect(count()).toBe(1);
  for (const asset of ['/api/assets/broken', '/api/assets/fine']) {
    addNode(editor.ydoc, { kind: 'model', parent: 'chair', props: { asset } });
  }
  expect(count()).toBe(2);
});
