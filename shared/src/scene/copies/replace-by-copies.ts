import * as Y from 'yjs';
import { TABLE_LIMITS } from '../defaults.ts';
import type { Interaction, SceneDocument } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath } from '../field-values.ts';
import { renamedInteraction } from '../interactions/interaction-names.ts';
import { ownMember } from '../json.ts';
import { isDefinition } from '../nodes/kinds.ts';
import { resolveHierarchy, withDescendants } from '../resolve.ts';
import { newSceneId } from '../scene-id.ts';
import {
  fieldConcerned,
  SET_TABLES,
  type SetTable,
  type TextInSet,
  textInSet,
  textInSetPath,
} from '../translations/translations.ts';
import { putRow, sceneRoots } from '../ydoc.ts';
import {
  addNodeRows,
  copiedTexts,
  type NodeRows,
  putValue,
  putValues,
  reactionsOf,
  readValues,
} from './copied-rows.ts';
import { byPath, type CopiedValue, type Copies, copiedValues, findCopies } from './copied-values.ts';
import { ownerOf, storedOwnerOf } from './generated-id.ts';

/**
 * Lets copies that replace generated nodes do what these did, as far as the tables and sets have room. Choices,
 * states and timelines that changed the nodes change the copies. States and timelines that the nodes of an
 * instance started for themselves are copied for each instance, so that its copies do not change with others.
 * @param shown - the document with the generated nodes
 * @param named - the copies of these nodes
 */
export function replaceByCopies(ydoc: Y.Doc, shown: SceneDocument, named: ReadonlyMap<string, string>): void {
  const replaced: Replaced = {
    shown,
    copies: findCopies(named),
    owners: new Map([...named].map(([original, copy]) => [copy, ownerOf(original)])),
  };
  const { interactions, motions } = reactionsOf(shown, replaced.copies);
  const sets = copySets(ydoc, replaced, interactions);
  moveOverrides(ydoc, replaced);
  moveValues(ydoc, replaced, sets);
  const renamed = interactions.map((row) => {
    const owner = replaced.owners.get(row.node ?? '') ?? null;
    return renamedInteraction(row, (id, table) => sets.get(setKey(owner, table, id)) ?? id);
  });
  const nameOfSet = (table: SetTable, id: string, owner: string | null) =>
    sets.get(setKey(owner, table, id)) ?? id;
  const texts = copiedTexts(shown, replaced.copies, nameOfSet);
  addTextsOfOthers(texts, replaced, sets);
  addNodeRows(ydoc, { reactions: { interactions: renamed, motions }, texts });
}

/** `owners` are the nodes that generated the originals, by copy. */
type Replaced = { shown: SceneDocument; copies: Copies; owners: ReadonlyMap<string, string | null> };

/** New ids of states, timelines and keys that were copied for an owner. */
type CopiedSets = ReadonlyMap<string, string>;

const setKey = (owner: string | null, table: string, id: string | null) => `${owner} ${table}/${id}`;

/** Copies the states and timelines that interactions in an instance start and that change its nodes. */
function copySets(
  ydoc: Y.Doc,
  replaced: Replaced,
  interactions: readonly Interaction[],
): Map<string, string> {
  const { shown, owners } = replaced;
  const roots = sceneRoots(ydoc);
  const sets = new Map<string, string>();
  const hasRoom = (table: 'states' | 'timelines' | 'keys', rows: number) =>
    roots[table].size + rows <= TABLE_LIMITS[table];
  const add = (table: 'states' | 'timelines' | 'keys', { owner, id }: Started, row: object) => {
    const copy = newSceneId();
    // The row has the form of its original.
    putRow(table, roots[table], copy, row as never);
    sets.set(setKey(owner, table, id), copy);
    return copy;
  };
  const started = [...startedSets(shown, owners, interactions)];
  if (started.length === 0) {
    return sets;
  }
  const keysOf = Map.groupBy(Object.entries(shown.keys), ([, { timeline }]) => timeline);
  const valuesFor = valuesByOwner(replaced);
  for (const { owner, table, id } of started) {
    const [state, timeline] = [ownMember(shown.states, id), ownMember(shown.timelines, id)];
    if (table === 'states' && state && hasRoom('states', 1)) {
      const { values, isChanging } = valuesFor(state.values, owner);
      if (isChanging) {
        add('states', { owner, id }, { ...state, values });
      }
    }
    const keys = keysOf.get(id) ?? [];
    if (table === 'timelines' && timeline && hasRoom('timelines', 1) && hasRoom('keys', keys.length)) {
      const moved = keys.map(([key, row]) => ({ key, row, ...valuesFor(row.values, owner) }));
      if (moved.some(({ isChanging }) => isChanging)) {
        const copy = add('timelines', { owner, id }, timeline);
        for (const { key, row, values } of moved) {
          add('keys', { owner, id: key }, { ...row, values, timeline: copy });
        }
      }
    }
  }
  return sets;
}

/** Adds the texts of copied sets for nodes that were not copied. */
function addTextsOfOthers(texts: NodeRows['texts'], { shown, copies }: Replaced, sets: CopiedSets): void {
  const copiesOf = Map.groupBy(sets, ([key]) => key.slice(key.indexOf(' ') + 1));
  for (const [language, { original, values }] of Object.entries(shown.translations)) {
    for (const [path, text] of original || sets.size === 0 ? [] : Object.entries(values)) {
      const place = parseFieldPath(path);
      const inSet = place && textInSet(place);
      const isOther = inSet && copies.copiesOf(inSet.place.id).length === 0;
      for (const [, id] of isOther ? (copiesOf.get(`${inSet.table}/${inSet.id}`) ?? []) : []) {
        texts[language] = { ...texts[language], [textInSetPath({ ...inSet, id } as TextInSet)]: text };
      }
    }
  }
}

type Started = { owner: string; id: string };

/** The states and timelines that interactions of copies start, for the instances that generated them. */
function startedSets(
  { nodes }: SceneDocument,
  owners: Replaced['owners'],
  interactions: readonly Interaction[],
): Iterable<Started & { table: 'states' | 'timelines' }> {
  const started = new Map<string, Started & { table: 'states' | 'timelines' }>();
  for (const row of interactions) {
    const owner = owners.get(row.node ?? '') ?? '';
    if (ownMember(nodes, owner)?.kind === 'instance') {
      renamedInteraction(row, (id, table) => {
        if (id !== null && (table === 'states' || table === 'timelines')) {
          started.set(setKey(owner, table, id), { owner, table, id });
        }
        return id;
      });
    }
  }
  return started.values();
}

/** The values of a set as an instance applied them, with copies in place of its nodes. */
function valuesByOwner({ shown, copies }: Replaced) {
  const { nodes } = shown;
  const definitions = Object.keys(nodes).filter((id) => isDefinition(nodes[id]?.kind ?? 'group'));
  const hidden = new Set(withDescendants(resolveHierarchy(nodes), definitions));
  const ofSets = new Map<FieldValues, { exact: CopiedValue[]; byOwner: Map<string | null, CopiedValue[]> }>();
  const copiedOf = (values: FieldValues) => {
    const copied = copiedValues(values, { shown, copies, isAppliedByInstance: true });
    return {
      exact: copied.filter(({ isExact }) => isExact),
      byOwner: Map.groupBy(copied, ({ owner }) => owner),
    };
  };
  return (values: FieldValues, owner: string): { values: FieldValues; isChanging: boolean } => {
    const copied = ofSets.get(values) ?? copiedOf(values);
    ofSets.set(values, copied);
    const own = copied.byOwner.get(owner) ?? [];
    const isWithin = hidden.has(storedOwnerOf(owner));
    const others = Object.entries(values).filter(([path]) => {
      const place = parseFieldPath(path);
      const isShown = (id: string) => isWithin || !hidden.has(storedOwnerOf(id));
      return place?.table !== 'nodes' || (copies.copiesOf(place.id).length === 0 && isShown(place.id));
    });
    const next = { ...Object.fromEntries(others), ...byPath(copied.exact), ...byPath(own) };
    return { values: next, isChanging: own.length > 0 };
  };
}

/** Moves overrides of nodes that an instance within another component generated. */
function moveOverrides(ydoc: Y.Doc, { copies }: Replaced): void {
  for (const row of sceneRoots(ydoc).nodes.values()) {
    if (!(row instanceof Y.Map) || row.get('kind') !== 'instance') {
      continue;
    }
    for (const [path, value] of Object.entries(readValues(row, 'instance'))) {
      const place = parseFieldPath(path);
      const copy = place?.table === 'nodes' ? copies.replacementOf(place.id) : undefined;
      if (place?.table === 'nodes' && copy !== undefined) {
        putValue(row, 'instance', path, undefined);
        putValue(row, 'instance', fieldPath({ ...place, id: copy }), value);
      }
    }
  }
}

/** Adds the values of copies to sets that were not copied for them, and removes those of their originals. */
function moveValues(ydoc: Y.Doc, { shown, copies }: Replaced, sets: CopiedSets): void {
  const roots = sceneRoots(ydoc);
  const isReplaced = (id: string) => copies.replacementOf(id) !== undefined;
  for (const table of [...SET_TABLES, 'translations'] as const) {
    for (const [id, { values }] of Object.entries<{ values: FieldValues }>(shown[table])) {
      const row = roots[table].get(id);
      for (const path of row instanceof Y.Map ? Object.keys(values) : []) {
        const place = parseFieldPath(path);
        const changed = place && fieldConcerned(place);
        if (changed?.table === 'nodes' && isReplaced(changed.id) && row instanceof Y.Map) {
          putValue(row, table, path, undefined);
        }
      }
      if (table !== 'translations' && row instanceof Y.Map) {
        const copied = copiedValues(values, { shown, copies });
        const added = copied.filter(({ owner, isExact }) => isExact || !sets.has(setKey(owner, table, id)));
        if (!putValues(row, table, byPath(added))) {
          // At most as many values as were removed.
          putValues(row, table, byPath(added.filter(({ isExact }) => isExact)));
        }
      }
    }
  }
}
