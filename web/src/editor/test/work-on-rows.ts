import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { action } from '@diorama/shared/scene/interactions/schema.ts';
import { type NodePatch, updateNodes } from '@diorama/shared/scene/ops.ts';
import { addRow, removeRows } from '@diorama/shared/scene/scene-ops.ts';
import {
  addInteraction,
  addState,
  interactionsIn,
  setMotion,
  statesOf,
  timelinesOf,
  writeAction,
} from '../features/interactions/model/interactions.ts';
import { addChoice, addOption, sceneOptions, setRule } from '../features/options/model/options.ts';
import { addTimeline, keyAt, removeTimeline, removeTrack } from '../features/timeline/model/timelines.ts';
import {
  addTranslation,
  removeTranslation,
  sceneTextsOf,
  setOriginal,
  writeText,
} from '../features/translations/model/translations.ts';
import { moveRow } from '../features/values/model/rows.ts';
import type { TestEditor } from './test-editor.ts';

/** Steps with the tables of a scene that acts: those of the panels, and recording. */
export const ROW_STEPS = [
  'addState',
  'addOption',
  'addChoice',
  'setRule',
  'addTimeline',
  'addKey',
  'removeTrack',
  'addInteraction',
  'writeAction',
  'setMotion',
  'addTranslation',
  'setOriginal',
  'removeTranslation',
  'writeText',
  'record',
  'record again',
  'stop recording',
  'edit',
  'edit again',
  'moveRow',
  'removeRow',
] as const;

export type RowStep = (typeof ROW_STEPS)[number];

/** Tables whose rows users remove one by one. */
export const ROW_TABLES = [
  'states',
  'options',
  'choices',
  'timelines',
  'keys',
  'interactions',
  'motions',
] as const;

const SETS = ['choices', 'states', 'keys'] as const;
const LISTED = ['states', 'options', 'timelines', 'interactions'] as const;
const LANGUAGES = ['es', 'fr', 'pt-BR'];
const MOTIONS = ['spin', 'float', 'look', null] as const;

/** Adds a row to each table, so that steps find some. */
export function addRows(editor: TestEditor): void {
  const { ydoc } = editor;
  addRow(ydoc, 'states', { values: { 'nodes/box/position': [0, 2, 0] } }, 'raised');
  addRow(ydoc, 'options', { name: 'Color' }, 'color');
  addRow(ydoc, 'choices', { option: 'color', name: 'Oak' }, 'oak');
  addRow(ydoc, 'choices', { option: 'color', values: { 'nodes/text/props.text': 'Red' } }, 'red');
  addRow(ydoc, 'timelines', { plays: true }, 'swing');
  addRow(ydoc, 'keys', { timeline: 'swing', time: 1, values: { 'nodes/box/position': [0, 1, 0] } }, 'end');
  addRow(ydoc, 'interactions', { node: 'box', name: 'Raise', actions: [RAISE] }, 'raise');
  addRow(ydoc, 'translations', { values: { 'interactions/raise/name': 'Subir' } }, 'es');
}

const RAISE = action.parse({ kind: 'state', state: 'raised' });

/** An entry of a list by any number; undefined for an empty list. */
export function pick<One>(list: readonly One[], at: number): One | undefined {
  return list[at % Math.max(1, list.length)];
}

/** The id of a stored row, as a user finds it; an empty one for an empty table. */
export function rowAt(
  document: SceneDocument,
  table: (typeof ROW_TABLES)[number] | 'materials',
  at: number,
): string {
  return pick(Object.keys(document[table]), at) ?? '';
}

/** Performs a step; `at` decides about all that it needs. */
export function performOnRows(editor: TestEditor, step: RowStep, at: number): void {
  const document = editor.scene.shared.value;
  const node = pick(Object.keys(document.nodes), at) ?? '';
  const option = pick(sceneOptions(editor), at);
  const timeline = pick(timelinesOf(editor), at)?.id;
  const language = pick(LANGUAGES, at) ?? '';
  const steps: Record<RowStep, () => void> = {
    addState: () => addState(editor, `State ${at}`),
    addOption: () => addOption(editor, { option: 'Option', choice: 'First' }),
    addChoice: () => option && addChoice(editor, option, `Choice ${at}`),
    setRule: () => {
      const choice = pick(option?.choices ?? [], at);
      const rule = pick(['any', 'requires', 'excludes'] as const, at);
      if (choice && rule) {
        setRule(editor, choice, rowAt(document, 'choices', at >> 3), rule);
      }
    },
    addTimeline: () => addTimeline(editor, `Timeline ${at}`),
    addKey: () => timeline && keyAt(editor, timeline, (at % 7) / 2),
    removeTrack: () => timeline && removeTrack(editor, timeline, `nodes/${node}/position`),
    addInteraction: () => addInteraction(editor, '', at % 3 === 0 ? undefined : node),
    writeAction: () => {
      const row = pick(interactionsIn(editor), at);
      if (row) {
        editor.edit(() => writeAction(editor, row, at % 3, at % 5 === 0 ? null : anyAction(document, at)));
      }
    },
    setMotion: () => setMotion(editor, node, pick(MOTIONS, at) ?? null),
    addTranslation: () => addTranslation(editor, language, 'en'),
    setOriginal: () => setOriginal(editor, pick(['en', 'es', null], at) ?? null),
    removeTranslation: () => removeTranslation(editor, language),
    writeText: () => {
      const text = pick(sceneTextsOf(document), at >> 2);
      const written = at % 5 === 0 ? '' : `${language} ${at}`;
      if (text) {
        editor.edit(() => writeText(editor, language, text.path, written));
      }
    },
    record: () => record(editor, at),
    'record again': () => record(editor, at + 1),
    'stop recording': () => editor.recording.stop(),
    edit: () => edit(editor, node, at),
    'edit again': () => edit(editor, node, at + 1),
    moveRow: () => {
      const table = pick(LISTED, at) ?? 'states';
      const rows = {
        states: statesOf,
        options: sceneOptions,
        timelines: timelinesOf,
        interactions: interactionsIn,
      };
      const id = rowAt(document, table, at);
      moveRow(editor, table, rows[table](editor), { id, by: at % 2 === 0 ? 1 : -1 });
    },
    removeRow: () => {
      const table = pick(ROW_TABLES, at) ?? 'states';
      const id = rowAt(document, table, at >> 3);
      table === 'timelines'
        ? removeTimeline(editor, id)
        : editor.edit(() => removeRows(editor.ydoc, table, [id]));
    },
  };
  steps[step]();
}

/** An edit as of the inspector, which is recorded during a recording. */
function edit(editor: TestEditor, node: string, at: number): void {
  const patches: NodePatch[] = [
    { position: [at % 5, 1, 0] },
    { visible: at % 2 === 0 },
    { name: `Name ${at}` },
    { description: `Text ${at}` },
    { material: rowAt(editor.scene.shared.value, 'materials', at) || null },
  ];
  const patch = pick(patches, at);
  const shown = at % 3 === 0 ? (pick(Object.keys(editor.scene.document.value.nodes), at) ?? node) : node;
  if (patch) {
    editor.edit(() => updateNodes(editor.ydoc, new Map([[shown, patch]])));
  }
}

function record(editor: TestEditor, at: number): void {
  const table = pick(SETS, at) ?? 'states';
  editor.recording.start({ table, id: rowAt(editor.scene.shared.value, table, at >> 2) });
}

function anyAction(document: SceneDocument, at: number) {
  const node = pick(Object.keys(document.nodes), at) ?? null;
  const some = [
    { kind: 'state', state: rowAt(document, 'states', at) || null },
    { kind: 'timeline', timeline: rowAt(document, 'timelines', at) || null },
    { kind: 'choice', choice: rowAt(document, 'choices', at) || null },
    { kind: 'show', node },
    { kind: 'clip', node },
    { kind: 'view', node },
    { kind: 'message', text: `Message ${at}` },
  ];
  return action.parse(pick(some, at));
}
