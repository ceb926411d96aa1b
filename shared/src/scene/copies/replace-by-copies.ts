import * as Y from 'yjs';
import { TABLE_LIMITS } from '../defaults.ts';
import type { Interaction, SceneDocument } from '../document.ts';
import { type FieldValues, parseFieldPath } from '../field-values.ts';
import { renamedInteraction } from '../interactions/interaction-names.ts';
import { ownMember } from '../json.ts';
import { newSceneId } from '../scene-id.ts';
import { SET_TABLES, type SetTable, textInSet } from '../translations/translations.ts';
import { putRow, sceneRoots } from '../ydoc.ts';
import { addNodeRows, nodeRowsOf, putValue, putValues } from './copied-rows.ts';
import { type Copies, copiedValues, findCopies } from './copied-values.ts';
import { isGeneratedId, ownerOf, ownersAlong } from './generated-id.ts';

/**
 * Lets copies that replace generated nodes do what these did. Choices, states and timelines that changed the
 * nodes change the copies. States and timelines that the nodes of an instance started for themselves are
 * copied for each instance, so that its copies do not change with other instances.
 * @param shown - the document with the generated nodes
 * @param named - the copies of these nodes
 */
export function replaceByCopies(ydoc: Y.Doc, shown: SceneDocument, named: ReadonlyMap<string, string>): void {
  dropReplaced(ydoc, shown, named);
  const owners = Map.groupBy(named, ([original]) => ownerOf(original) ?? '');
  for (const [owner, own] of owners) {
    const copies = findCopies(new Map(own));
    const isInstance = ownMember(shown.nodes, owner)?.kind === 'instance';
    const rows = nodeRowsOf(shown, copies);
    const sets: CopiedSets = isInstance
      ? copySets(ydoc, { shown, copies }, rows.reactions.interactions)
      : new Map();
    extendSets(ydoc, { shown, copies }, sets);
    const nameOfSet = (table: SetTable, id: string) => sets.get(`${table}/${id}`) ?? id;
    const { texts } = nodeRowsOf(shown, copies, nameOfSet);
    const interactions = rows.reactions.interactions.map((row) =>
      renamedInteraction(row, (id, table) => sets.get(`${table}/${id}`) ?? id),
    );
    addNodeRows(ydoc, { reactions: { ...rows.reactions, interactions }, texts });
  }
}

type Replaced = { shown: SceneDocument; copies: Copies };

/** New ids of states, timelines and keys, by table and id. */
type CopiedSets = ReadonlyMap<string, string>;

/** Copies the states and timelines that interactions of copies start and that change these copies. */
function copySets(
  ydoc: Y.Doc,
  { shown, copies }: Replaced,
  interactions: readonly Interaction[],
): CopiedSets {
  const roots = sceneRoots(ydoc);
  const sets = new Map<string, string>();
  const valuesFor = ({ values }: { values: FieldValues }) => copiedValues(values, { shown, copies });
  const add = (table: 'states' | 'timelines' | 'keys', id: string, row: object) => {
    if (roots[table].size < TABLE_LIMITS[table]) {
      const copy = newSceneId();
      // The row has the form of its original.
      putRow(table, roots[table], copy, row as never);
      sets.set(`${table}/${id}`, copy);
    }
  };
  const started = new Set<string>();
  for (const row of interactions) {
    renamedInteraction(row, (id, table) => {
      started.add(`${table}/${id}`);
      return id;
    });
  }
  for (const [id, state] of Object.entries(shown.states)) {
    const values = started.has(`states/${id}`) ? valuesFor(state) : {};
    if (Object.keys(values).length > 0) {
      add('states', id, { ...state, values });
    }
  }
  for (const [id, timeline] of Object.entries(shown.timelines)) {
    const keys = started.has(`timelines/${id}`)
      ? Object.entries(shown.keys).filter(([, key]) => key.timeline === id)
      : [];
    const moving = keys.flatMap(([key, row]) => {
      const values = valuesFor(row);
      return Object.keys(values).length > 0 ? [{ key, row: { ...row, values } }] : [];
    });
    if (moving.length > 0) {
      add('timelines', id, timeline);
      for (const { key, row } of sets.has(`timelines/${id}`) ? moving : []) {
        add('keys', key, { ...row, timeline: sets.get(`timelines/${id}`) });
      }
    }
  }
  return sets;
}

/** Adds the values of copies to choices, and to states and keys that were not copied for them. */
function extendSets(ydoc: Y.Doc, { shown, copies }: Replaced, sets: CopiedSets): void {
  const roots = sceneRoots(ydoc);
  for (const table of SET_TABLES) {
    for (const [id, { values }] of Object.entries<{ values: FieldValues }>(shown[table])) {
      const row = roots[table].get(id);
      if (row instanceof Y.Map && !sets.has(`${table}/${id}`)) {
        putValues(row, table, copiedValues(values, { shown, copies }));
      }
    }
  }
}

/** Removes values of generated nodes that are replaced. */
function dropReplaced(ydoc: Y.Doc, shown: SceneDocument, named: ReadonlyMap<string, string>): void {
  const roots = sceneRoots(ydoc);
  for (const table of [...SET_TABLES, 'translations'] as const) {
    for (const [id, { values }] of Object.entries<{ values: FieldValues }>(shown[table])) {
      const row = roots[table].get(id);
      for (const path of row instanceof Y.Map ? Object.keys(values) : []) {
        const place = parseFieldPath(path);
        const changed = place && (textInSet(place)?.place ?? place);
        const isReplaced =
          changed?.table === 'nodes' &&
          isGeneratedId(changed.id) &&
          ownersAlong(changed.id).some((owner) => named.has(owner));
        if (isReplaced && row instanceof Y.Map) {
          putValue(row, table, path, undefined);
        }
      }
    }
  }
}
