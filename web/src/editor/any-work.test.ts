import { readContent } from '@diorama/shared/scene/copies/library-component.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { removeRows } from '@diorama/shared/scene/scene-ops.ts';
import { readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { validateTouched } from '@diorama/shared/scene/ydoc-validate.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { isEnabled } from './actions/action.ts';
import { actions } from './actions/index.ts';
import {
  canDelete,
  deleteComponent,
  placeInstance,
  sceneComponents,
} from './features/components/model/components.ts';
import { insertComponent, updateComponents } from './features/components/model/library-components.ts';
import type { EditorTranslations } from './hooks/use-editor-translations.ts';
import { TestEditor } from './test/test-editor.ts';
import { addRows, performOnRows, ROW_STEPS, ROW_TABLES, rowAt } from './test/work-on-rows.ts';
import { toolDefs } from './tools/index.ts';

// Pictures and tools report their failures to the browser, which is absent here.
vi.stubGlobal('reportError', () => undefined);

/** Keys that users press while they draw, type or cancel. */
const KEYS = [
  'Escape',
  'Enter',
  'Backspace',
  'Tab',
  '1',
  '2',
  '.',
  'm',
  'x',
  'y',
  'z',
  'r',
  'f',
  'v',
  'Shift',
  'Delete',
];

/** Steps with components: actions, and those of the panel and the library. */
const COMPONENT_STEPS = [
  'makeComponent',
  'editComponent',
  'pushOverrides',
  'revertOverrides',
  'detachInstance',
  'place',
  'delete',
  'insert',
  'update',
] as const;

/** Versions of a library's component, which contains another one and has ids of the scene. */
const VERSIONS = [1, 2].map((version) => ({
  item: '01900000-0000-7000-8000-00000000aaaa',
  version,
  content: readContent({
    nodes: {
      shown: { kind: 'instance', props: { component: 'chair' } },
      chair: { kind: 'component', name: `Chair ${version}` },
      box: { kind: 'box', parent: 'chair', material: 'oak' },
      [`leg-${version}`]: { kind: 'instance', parent: 'chair', props: { component: 'leg' } },
      leg: { kind: 'component' },
      rod: { kind: 'cylinder', parent: 'leg', position: [0, version, 0] },
    },
    materials: { oak: { roughness: version / 2 } },
    states: {
      [`open-${version}`]: { values: { 'nodes/box/material': 'oak', 'materials/oak/color': '#aa7744' } },
    },
    interactions: { click: { node: 'box', actions: [{ kind: 'state', state: `open-${version}` }] } },
    motions: { [`spin-${version}`]: { node: 'rod' } },
    timelines: { swing: { duration: version } },
    keys: { end: { timeline: 'swing', values: { [`nodes/leg-${version}::rod/visible`]: false } } },
  }),
}));

/** Screen position: a random point, or the projected position of the node with that index. */
const spot = fc.oneof(
  fc.record({ x: fc.integer({ min: -100, max: 900 }), y: fc.integer({ min: -100, max: 700 }) }),
  fc.record({ thing: fc.nat() }),
);
const modifiers = fc.record({ shift: fc.boolean(), mod: fc.boolean(), alt: fc.boolean() });

const work = fc.oneof(
  { weight: 2, arbitrary: fc.record({ tool: fc.constantFrom(...toolDefs.map(({ id }) => id)) }) },
  { weight: 8, arbitrary: fc.record({ click: spot, modifiers }) },
  { weight: 1, arbitrary: fc.record({ doubleClick: spot }) },
  {
    weight: 5,
    arbitrary: fc.record({
      drag: fc.array(spot, { minLength: 2, maxLength: 5 }),
      modifiers,
      isLetGo: fc.integer({ min: 0, max: 4 }).map((die) => die > 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  { weight: 6, arbitrary: fc.record({ action: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ choose: fc.array(fc.nat(), { maxLength: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ component: fc.constantFrom(...COMPONENT_STEPS), at: fc.nat() }) },
  { weight: 24, arbitrary: fc.record({ row: fc.constantFrom(...ROW_STEPS), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ history: fc.constantFrom('undo' as const, 'redo' as const) }) },
);
const workOfOther = fc.oneof(
  fc.record({ removes: fc.nat() }),
  fc.record({ moves: fc.nat(), into: fc.option(fc.nat()) }),
  fc.record({ adds: fc.constantFrom(...nodeDefs.map(({ kind }) => kind)) }),
  fc.record({ removesRowOf: fc.constantFrom(...ROW_TABLES), at: fc.nat() }),
);

type Work = typeof work extends fc.Arbitrary<infer One> ? One : never;
type WorkOfOther = typeof workOfOther extends fc.Arbitrary<infer One> ? One : never;

/** Editor with one node of each kind, connected walls, and mocked server answers for all requests. */
function openEditor() {
  const editor = new TestEditor();
  // The one that is synced, also while the editor records into another one.
  const { ydoc } = editor;
  for (const [at, { kind }] of nodeDefs.entries()) {
    addNode(editor.ydoc, { kind, id: kind, position: [(at % 5) - 2, 0.5, Math.floor(at / 5) - 2] });
  }
  const corners: [number, number][] = [
    [0, 0],
    [2, 0],
    [2, 3],
    [0, 3],
  ];
  for (const [at, start] of corners.entries()) {
    const props = { start, end: corners[(at + 1) % corners.length] ?? start, curve: at === 2 ? 0.5 : 0 };
    addNode(editor.ydoc, { kind: 'wall', id: `side-${at}`, props });
  }
  addRows(editor);
  const server = new Y.Doc();
  sceneRoots(server);
  const violations: unknown[] = [];
  server.on('afterTransaction', (transaction: Y.Transaction) =>
    violations.push(...validateTouched(transaction)),
  );
  Y.applyUpdate(server, Y.encodeStateAsUpdate(ydoc));
  ydoc.on('update', (update: Uint8Array) => Y.applyUpdate(server, update));
  return { editor, ydoc, server, violations };
}

function idAt(editor: TestEditor, at: number): string {
  const ids = Object.keys(editor.scene.document.value.nodes);
  return ids[at % Math.max(1, ids.length)] ?? '';
}

function placeOf(editor: TestEditor, place: { x: number; y: number } | { thing: number }): [number, number] {
  if ('x' in place) {
    return [place.x, place.y];
  }
  const { elements } = editor.scene.worldOf(idAt(editor, place.thing));
  return editor.screen(elements[12], elements[13], elements[14]);
}

function performOnComponent(editor: TestEditor, step: (typeof COMPONENT_STEPS)[number], at: number): void {
  const components = sceneComponents(editor);
  const { id } = components[at % Math.max(1, components.length)] ?? { id: '' };
  const version = VERSIONS[at % VERSIONS.length];
  if (step === 'place') {
    placeInstance(editor, id);
  } else if (step === 'delete') {
    if (canDelete(editor, id)) {
      deleteComponent(editor, id);
    }
  } else if (step === 'insert' || step === 'update') {
    if (version) {
      step === 'insert' ? insertComponent(editor, version, null) : updateComponents(editor, [version]);
    }
  } else {
    const action = actions.find((one) => one.id === step && isEnabled(one, editor));
    const translations = { t: (key: string) => key, language: 'en' } as EditorTranslations;
    action?.perform({ editor, translations });
  }
}

function perform(editor: TestEditor, one: Work): void {
  if ('tool' in one) {
    editor.tools.use(one.tool);
  } else if ('click' in one) {
    editor.click(...placeOf(editor, one.click), one.modifiers);
  } else if ('doubleClick' in one) {
    editor.doubleClick(...placeOf(editor, one.doubleClick));
  } else if ('drag' in one) {
    const [from = [0, 0], ...path] = one.drag.map((place) => placeOf(editor, place));
    editor.pointerMove(...from, one.modifiers).pointerDown(...from, one.modifiers);
    for (const place of path) {
      editor.pointerMove(...place, one.modifiers);
    }
    if (one.isLetGo) {
      editor.pointerUp(one.modifiers);
    }
  } else if ('key' in one) {
    editor.type(one.key);
  } else if ('action' in one) {
    const enabled = actions.filter((action) => isEnabled(action, editor));
    const translations = { t: (key: string) => key, language: 'en' } as EditorTranslations;
    enabled[one.action % enabled.length]?.perform({ editor, translations });
  } else if ('component' in one) {
    performOnComponent(editor, one.component, one.at);
  } else if ('row' in one) {
    performOnRows(editor, one.row, one.at);
  } else if ('choose' in one) {
    editor.selection.set(one.choose.map((at) => idAt(editor, at)));
  } else {
    editor.history[one.history]();
  }
}

function performAsOther(editor: TestEditor, other: Y.Doc, one: WorkOfOther): void {
  const ids = Object.keys(editor.scene.shared.value.nodes);
  const stored = (at: number) => ids[at % Math.max(1, ids.length)] ?? '';
  if ('removes' in one) {
    removeNodes(other, [stored(one.removes)]);
  } else if ('moves' in one) {
    const parent = one.into === null ? null : stored(one.into);
    updateNode(other, stored(one.moves), { position: [1, 2, 3], parent });
  } else if ('removesRowOf' in one) {
    const table = one.removesRowOf;
    removeRows(other, table, [rowAt(editor.scene.shared.value, table, one.at)]);
  } else {
    addNode(other, { kind: one.adds });
  }
}

/** Ends any pending interaction. */
function rest(editor: TestEditor): void {
  editor.pointerUp();
  editor.type('Escape', 'Escape', 'Escape');
  editor.tools.use('select');
  editor.recording.stop();
  editor.history.commit();
}

/** Shortest work, and number of works that are tried. */
type Amount = { minLength: number; numRuns: number };
const SOME: Amount = { minLength: 0, numRuns: 40 };
const MUCH: Amount = { minLength: 15, numRuns: 20 };

function checkAlone({ minLength, numRuns }: Amount): void {
  fc.assert(
    fc.property(fc.array(work, { minLength, maxLength: 60 }), (all) => {
      const { editor, violations } = openEditor();
      const before = editor.scene.shared.value;
      for (const one of all) {
        perform(editor, one);
      }
      rest(editor);
      const after = editor.scene.shared.value;
      const { length } = editor.history.steps.done;
      expect(violations).toEqual([]);
      expect(isSameJson(parseDocument(structuredClone(after)), after)).toBe(true);
      editor.history.goTo(0);
      expect(editor.scene.shared.value).toEqual(before);
      editor.history.goTo(length);
      expect(editor.scene.shared.value).toEqual(after);
      editor.dispose();
    }),
    { numRuns },
  );
}

function checkTogether({ minLength, numRuns }: Amount): void {
  fc.assert(
    fc.property(fc.array(fc.oneof(work, work, workOfOther), { minLength, maxLength: 60 }), (all) => {
      const { editor, ydoc, server, violations } = openEditor();
      const second = new TestEditor();
      const { ydoc: other } = second;
      Y.applyUpdate(other, Y.encodeStateAsUpdate(server));
      server.on('update', (update: Uint8Array) => {
        Y.applyUpdate(ydoc, update);
        Y.applyUpdate(other, update);
      });
      other.on('update', (update: Uint8Array) => Y.applyUpdate(server, update));
      for (const [at, one] of all.entries()) {
        if ('removes' in one || 'moves' in one || 'adds' in one || 'removesRowOf' in one) {
          performAsOther(editor, server, one);
        } else {
          perform(at % 3 === 0 ? second : editor, one);
        }
      }
      rest(editor);
      rest(second);
      expect(violations).toEqual([]);
      const known = editor.scene.shared.value;
      expect(readDocument(server)).toEqual(known);
      expect(second.scene.shared.value).toEqual(known);
      expect(isSameJson(parseDocument(structuredClone(known)), known)).toBe(true);
      editor.dispose();
      second.dispose();
    }),
    { numRuns },
  );
}

describe('random sequences of edits', () => {
  it('yield a valid scene, and can be undone and redone', () => checkAlone(SOME));
  it('yield a valid scene after long sequences', { tags: ['full'] }, () => checkAlone(MUCH));
  it('converge for concurrent editors', () => checkTogether(SOME));
  it('converge after long sequences of three editors', { tags: ['full'] }, () => checkTogether(MUCH));
});
