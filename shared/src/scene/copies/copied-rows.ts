import * as Y from 'yjs';
import { MAX_FIELD_VALUES, TABLE_LIMITS } from '../defaults.ts';
import type { Interaction, Motion, SceneDocument } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath } from '../field-values.ts';
import { isPossible, renamedInteraction } from '../interactions/interaction-names.ts';
import { ownMember } from '../json.ts';
import { newSceneId } from '../scene-id.ts';
import { addRow } from '../scene-ops.ts';
import type { SetTable } from '../translations/translations.ts';
import { putField, putRow, readDocument, sceneRoots } from '../ydoc.ts';
import { fieldOf, nodeFields, tableFields } from '../ydoc-fields.ts';
import { byPath, type Copies, copiedValues, copyIdResolver, type NameOfSet } from './copied-values.ts';

/** Rows of other tables that belong to nodes: interactions, and texts in other languages. */
export type NodeRows = {
  reactions: { interactions: Interaction[]; motions: Motion[] };
  /** Texts by path, by language. Interactions are named by their place in the list. */
  texts: Record<string, FieldValues>;
};

type Rows<Row> = Readonly<Record<string, Row>> | readonly Row[];

/** A document with generated nodes, which have what their sources have, or rows of copied nodes. */
type Shown = Pick<SceneDocument, 'nodes'> & {
  interactions: Rows<Interaction>;
  motions: Rows<Motion>;
  translations: Readonly<Record<string, { original?: boolean; values: FieldValues }>>;
};

/** Rows of nodes, with the ids of their copies. */
export function nodeRowsOf(shown: Shown, copies: Copies): NodeRows {
  return { reactions: reactionsOf(shown, copies), texts: copiedTexts(shown, copies) };
}

/** Interactions and motions of nodes, under the names of their copies. */
export function reactionsOf(shown: Omit<Shown, 'translations'>, copies: Copies): NodeRows['reactions'] {
  const copyRows = <Row extends { node: string | null }>(
    rows: Rows<Row>,
    rename: (row: Row, nameOf: (id: string) => string) => Row,
  ) =>
    Object.values(rows).flatMap((row) =>
      copies
        .copiesOf(row.node ?? '')
        .map(({ id, original }) => rename({ ...row, node: id }, copyIdResolver(shown, copies, original))),
    );
  return {
    interactions: copyRows(shown.interactions, ({ node, ...row }, nameOf) => ({
      ...renamedInteraction({ ...row, node: null }, (id, table) =>
        table === 'nodes' && id !== null ? nameOf(id) : id,
      ),
      node,
    })),
    motions: copyRows(shown.motions, (row) => row),
  };
}

/**
 * Texts of nodes in other languages, under the names of their copies, and names of their interactions in the order of
 * {@link reactionsOf}.
 * @param nameOfSet - as for {@link copiedValues}
 */
export function copiedTexts(
  { nodes, interactions, translations }: Omit<Shown, 'motions'>,
  copies: Copies,
  nameOfSet?: NameOfSet,
): NodeRows['texts'] {
  const rows = Object.entries(interactions).flatMap(([id, { node }]) =>
    copies.copiesOf(node ?? '').map(() => id),
  );
  const texts = Object.entries(translations).flatMap(([language, { original, values }]) => {
    if (original) {
      return [];
    }
    const names = rows.flatMap((id, place) => {
      const path = nameOfInteraction(id);
      return Object.hasOwn(values, path) ? [[nameOfInteraction(String(place)), values[path]] as const] : [];
    });
    const copied = copiedValues(values, { shown: { nodes }, copies, nameOfSet });
    const all = { ...Object.fromEntries(names), ...byPath(copied) };
    return Object.keys(all).length > 0 ? [[language, all] as const] : [];
  });
  return Object.fromEntries(texts);
}

const nameOfInteraction = (id: string) => fieldPath({ table: 'interactions', id, field: 'name' });

/**
 * Adds what belongs to nodes in the scene, as far as the tables have room. Actions for rows of another scene
 * are left out, and so are interactions without any other action.
 */
export function addNodeRows(ydoc: Y.Doc, { reactions: { interactions, motions }, texts }: NodeRows): void {
  /** Ids of the added interactions by their places. */
  const ids = new Map<string, string>();
  if (interactions.length + motions.length > 0) {
    const roots = sceneRoots(ydoc);
    const document = readDocument(ydoc);
    const isNode = ({ node }: { node: string | null }) => node !== null && ownMember(document.nodes, node);
    const room = (table: 'interactions' | 'motions') => Math.max(0, TABLE_LIMITS[table] - roots[table].size);
    const added = interactions.flatMap((row, place) => {
      const actions = row.actions.filter((action) => isPossible(document, action));
      const isKept = isNode(row) && (actions.length > 0 || row.actions.length === 0);
      return isKept ? [{ place, row: { ...row, actions } }] : [];
    });
    for (const { place, row } of added.slice(0, room('interactions'))) {
      const id = newSceneId();
      putRow('interactions', roots.interactions, id, row);
      ids.set(String(place), id);
    }
    for (const row of motions.filter(isNode).slice(0, room('motions'))) {
      putRow('motions', roots.motions, newSceneId(), row);
    }
  }
  for (const [language, values] of Object.entries(texts)) {
    const placed = Object.entries(values).flatMap(([path, text]) => {
      const of = parseFieldPath(path);
      const id = of?.table === 'interactions' ? ids.get(of.id) : null;
      return id === undefined ? [] : [[id === null ? path : nameOfInteraction(id), text] as const];
    });
    if (placed.length > 0) {
      addTexts(ydoc, language, Object.fromEntries(placed));
    }
  }
}

/** Adds texts in a language; the scene's own language takes none. */
function addTexts(ydoc: Y.Doc, language: string, values: FieldValues): void {
  const { translations } = sceneRoots(ydoc);
  if (!translations.has(language) && translations.size < TABLE_LIMITS.translations) {
    addRow(ydoc, 'translations', {}, language);
  }
  const row = translations.get(language);
  if (row instanceof Y.Map && row.get('original') !== true) {
    const held = Object.keys(readValues(row, 'translations')).length;
    // Texts of single nodes are last, and come first where not all have room.
    for (const path of Object.keys(values)
      .reverse()
      .slice(0, Math.max(0, MAX_FIELD_VALUES - held))) {
      putValue(row, 'translations', path, values[path]);
    }
  }
}

/** Rows with sets of values: those of tables, and nodes that are instances. */
type ValueTable = SetTable | 'translations' | 'instance';

/** The values of a row by path. */
export function readValues(row: Y.Map<unknown>, table: ValueTable): FieldValues {
  const prefix = keyOfValue(table, '');
  const held = [...row].filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(held.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** Writes values of a row. @returns false where it has no room for all of them; then none is written */
export function putValues(row: Y.Map<unknown>, table: ValueTable, values: FieldValues): boolean {
  const paths = Object.keys(values);
  const held = paths.length === 0 ? {} : readValues(row, table);
  if (Object.keys({ ...held, ...values }).length > MAX_FIELD_VALUES) {
    return false;
  }
  for (const path of paths) {
    putValue(row, table, path, values[path]);
  }
  return true;
}

/** Writes a value of a row; undefined removes it. */
export function putValue(row: Y.Map<unknown>, table: ValueTable, path: string, value: unknown): void {
  const fields = table === 'instance' ? nodeFields('instance') : tableFields[table];
  const field = fieldOf(fields, keyOfValue(table, path));
  if (field) {
    putField(row, field, value);
  }
}

function keyOfValue(table: ValueTable, path: string): string {
  return `${table === 'instance' ? 'props.values' : 'values'}.${path}`;
}
