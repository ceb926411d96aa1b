import * as Y from 'yjs';
import type { SceneDocument } from './document.ts';
import { isSameJson, ownMember } from './json.ts';
import { findNodeDef } from './nodes/index.ts';
import { areCurrent, markKey, markOf, partKey, type StoredParts } from './part-entries.ts';
import { BASE, type PartChanges } from './part-form.ts';
import type { Links } from './resolve.ts';
import { ROW_TABLES, type RowTable, type SceneChange } from './scene-change.ts';
import { isSceneId } from './values.ts';
import {
  type Field,
  type FieldTable,
  fieldsIn,
  fieldsOfRow,
  nodeFields,
  readFlat,
  readParts,
  readValue,
  sceneFields,
  valueAt,
} from './ydoc-fields.ts';

/** A value with more changes than this becomes the base of new ones, where its form allows that. */
const MOST_CHANGES = 400;

const linkFields = [...nodeFields('group').fields.values()].filter(
  ({ key }) => key === 'parent' || key === 'index',
);

/** The live form of a node, a material or the scene: only the keys that differ from the default. */
export type FlatMap = Y.Map<unknown>;

/**
 * The root maps of a live document: `nodes` and each table contain a {@link FlatMap} by id, or unvalidated
 * values of a client.
 */
export type SceneRoots = Record<RowTable, Y.Map<unknown>> & { scene: FlatMap };

/** Returns the root maps; call it once before the first update is applied, so that Yjs knows their types. */
export function sceneRoots(ydoc: Y.Doc): SceneRoots {
  // `fromEntries` loses the names of the tables.
  return Object.fromEntries([...ROW_TABLES, 'scene'].map((name) => [name, ydoc.getMap(name)])) as SceneRoots;
}

/**
 * The JSON form of a live document with every default filled in. Never throws: a value outside its schema
 * counts as absent, and a node of an unknown kind is left out, so that one bad write cannot make a
 * scene unreadable.
 */
export function readDocument(ydoc: Y.Doc): SceneDocument {
  const { scene, ...tables } = sceneRoots(ydoc);
  const rows = ROW_TABLES.map((name) => [name, readRows(name, tables[name])] as const);
  return { ...readScene(scene), ...Object.fromEntries(rows) } as SceneDocument;
}

/** Whether an entry of the nodes is one that only a newer release can read. */
export function isOfUnknownKind(node: unknown): node is FlatMap {
  return node instanceof Y.Map && findNodeDef(String(node.get('kind'))) === undefined;
}

/** Parent and index of every node: sufficient for tree edits, and much cheaper than {@link readDocument}. */
export function readLinks(nodes: Y.Map<unknown>): Links {
  const links: Record<string, Links[string]> = {};
  for (const [id, map] of nodes.entries()) {
    if (map instanceof Y.Map && isSceneId(id) && findNodeDef(String(map.get('kind')))) {
      // The schemas of these two fields match the type.
      links[id] = Object.fromEntries(
        linkFields.map((field) => [field.name, readValue(field, map.get(field.key))]),
      ) as Links[string];
    }
  }
  return links;
}

/** A node, or a row of a table. */
export type Row<Name extends RowTable> = SceneDocument[Name][string];

/** The fields of the scene itself. */
export type SceneValues = Omit<SceneDocument, RowTable>;

/** One row, or undefined when it is absent, not a row, or a node of an unknown kind. */
export function readRow<Name extends RowTable>(
  name: Name,
  rows: Y.Map<unknown>,
  id: string,
): Row<Name> | undefined {
  const map = rows.get(id);
  if (!(map instanceof Y.Map) || !isSceneId(id)) {
    return undefined;
  }
  const table = fieldsOfRow(name, map.get('kind'));
  const row = table && readFlat(table, map);
  if (row && name === 'nodes') {
    // A kind without props still has an empty object.
    row.props ??= {};
  }
  // The table of fields is derived from the schema of the rows.
  return row as Row<Name> | undefined;
}

function readRows(name: RowTable, rows: Y.Map<unknown>): Record<string, unknown> {
  const found = [...rows.keys()].map((id) => [id, readRow(name, rows, id)] as const);
  return Object.fromEntries(found.filter(([, row]) => row !== undefined));
}

/** The fields of the scene itself, without nodes and tables. */
export function readScene(scene: FlatMap): SceneValues {
  return readFlat(sceneFields, scene) as SceneValues;
}

/**
 * Makes a live document equal to `next` by the smallest difference, in one transaction. Equal keys are not
 * written, so concurrent changes by others are kept. Values that only a newer release can read stay.
 */
export function applyDocumentDiff(ydoc: Y.Doc, next: SceneDocument, origin?: unknown): void {
  ydoc.transact(() => {
    const { scene, ...tables } = sceneRoots(ydoc);
    diffFlat(sceneFields, scene, next);
    for (const name of ROW_TABLES) {
      deleteUnlisted(name, tables[name], next[name]);
      for (const [id, row] of Object.entries(next[name])) {
        putRow(name, tables[name], id, row);
      }
    }
  }, origin);
}

/** Makes the rows and fields that a change names equal to those of a document, in one transaction. */
export function applyChange(ydoc: Y.Doc, next: SceneDocument, change: SceneChange, origin?: unknown): void {
  ydoc.transact(() => {
    const { scene, ...tables } = sceneRoots(ydoc);
    for (const name of ROW_TABLES) {
      for (const id of change[name]) {
        setRow(name, tables[name], id, ownMember<Row<RowTable>>(next[name], id));
      }
    }
    if (change.scene) {
      diffFlat(sceneFields, scene, next);
    }
  }, origin);
}

/** Writes a row, or removes it where there is none. */
export function setRow<Name extends RowTable>(
  name: Name,
  rows: Y.Map<unknown>,
  id: string,
  row: Row<Name> | undefined,
): void {
  if (row !== undefined) {
    putRow(name, rows, id, row);
  } else if (rows.has(id)) {
    rows.delete(id);
  }
}

/**
 * Applies updates to a live document in order, as one transaction. Merging their bytes first would take
 * thirty times as long for ten thousand small ones.
 */
export function applyUpdates(ydoc: Y.Doc, updates: readonly Uint8Array[], origin?: unknown): void {
  ydoc.transact(() => {
    for (const update of updates) {
      Y.applyUpdate(ydoc, update);
    }
  }, origin);
}

/** Limit of updates per turn of the event loop, by number and bytes: a few milliseconds of work. */
const SLICE = { updates: 200, bytes: 64_000 } as const;

/**
 * Applies updates like {@link applyUpdates}, in several transactions that let other work run in between.
 * @param nextTurn - resolves in the next turn of the event loop
 */
export async function applyInSlices(
  ydoc: Y.Doc,
  updates: readonly Uint8Array[],
  { origin, nextTurn }: { origin: unknown; nextTurn: () => Promise<unknown> },
): Promise<void> {
  for (let at = 0; at < updates.length; ) {
    const slice: Uint8Array[] = [];
    for (let bytes = 0; at < updates.length && slice.length < SLICE.updates; at += 1) {
      const update = updates[at];
      bytes += update?.length ?? 0;
      if (!update || (slice.length > 0 && bytes > SLICE.bytes)) {
        break;
      }
      slice.push(update);
    }
    applyUpdates(ydoc, slice, origin);
    if (at < updates.length) {
      await nextTurn();
    }
  }
}

/** Creates a live document with this content. */
export function toYDoc(document: SceneDocument): Y.Doc {
  const ydoc = new Y.Doc();
  applyDocumentDiff(ydoc, document);
  return ydoc;
}

/**
 * Writes a whole row: the difference to the existing one, or a new map if there is none.
 * A node of another kind also gets a new map.
 */
export function putRow<Name extends RowTable>(
  name: Name,
  rows: Y.Map<unknown>,
  id: string,
  row: Row<Name>,
): void {
  const kind: unknown = Reflect.get(row, 'kind');
  const present = rows.get(id);
  if (name === 'nodes' && present instanceof Y.Map && present.get('kind') !== kind) {
    rows.delete(id);
  }
  const table = fieldsOfRow(name, kind);
  if (table) {
    putFlat({ parent: rows, id, table, value: row });
  }
}

/**
 * Writes one value: absent when it is the default, untouched when it is equal already, or when it is what this release
 * reads of a newer one's. Of a value with parts only those that change are written, so that others' changes stay.
 */
export function putField(map: FlatMap, field: Field, value: unknown): void {
  if (field.form) {
    putParts(map, field, value);
    return;
  }
  if (!isReadable(field, map.get(field.key)) && isSameJson(readValue(field, map.get(field.key)), value)) {
    return;
  }
  // A map must contain its kind, even the default one.
  if (field.key !== 'kind' && isSameJson(value, field.fallback)) {
    if (map.has(field.key)) {
      map.delete(field.key);
    }
  } else if (!isSameJson(map.get(field.key), value)) {
    map.set(field.key, typeof value === 'object' ? structuredClone(value) : value);
  }
}

function putFlat(args: { parent: Y.Map<unknown>; id: string; table: FieldTable; value: unknown }): void {
  const present = args.parent.get(args.id);
  if (present instanceof Y.Map) {
    diffFlat(args.table, present, args.value);
    return;
  }
  const entries = [...fieldsIn(args.table, args.value)]
    .map((field) => ({ field, value: valueAt(args.value, field) }))
    .filter(({ field, value }) => field.key === 'kind' || !isSameJson(value, field.fallback));
  args.parent.set(args.id, new Y.Map(entries.map(({ field, value }) => [field.key, structuredClone(value)])));
}

/** Writes the differences of a map; keys unknown to this release are kept. */
function diffFlat(table: FieldTable, map: FlatMap, value: unknown): void {
  for (const field of fieldsIn(table, value, table.sets.length > 0 ? readFlat(table, map) : undefined)) {
    putField(map, field, valueAt(value, field));
  }
}

function isReadable({ schema }: Field, value: unknown): boolean {
  return value === undefined || schema.safeParse(value).success;
}

/** Removes the rows that a document does not have, except nodes that only a newer release can read. */
function deleteUnlisted(name: RowTable, rows: Y.Map<unknown>, next: object): void {
  for (const [id, row] of [...rows.entries()]) {
    if (!Object.hasOwn(next, id) && !(name === 'nodes' && isOfUnknownKind(row))) {
      rows.delete(id);
    }
  }
}

/** The value of one field of a shared map. */
export function readField(map: Y.Map<unknown>, field: Field): unknown {
  return readParts(field, storedParts(map, field));
}

/** Writes the parts of a value that differ from those that are there. */
function putParts(map: Y.Map<unknown>, field: Field, next: unknown): void {
  const stored = storedParts(map, field);
  const before = readParts(field, stored);
  if (!field.form || isSameJson(before, next)) {
    return;
  }
  const isCurrent = areCurrent(stored, field.fallback);
  const parts = isCurrent ? stored.parts : new Map<string, unknown>();
  let changes: PartChanges = field.form.changes(before, next, parts);
  const isRebased = field.form.canRebase === true && changes.size > MOST_CHANGES;
  if (isRebased) {
    changes = new Map([[BASE, next]]);
  }
  if (!isCurrent || isRebased) {
    for (const name of stored.parts.keys()) {
      map.delete(partKey(field.key, name));
    }
  }
  // Never removed, even where it is the default: Yjs would not pick the same winner for it and its mark.
  map.set(field.key, structuredClone(next));
  map.set(markKey(field.key), markOf(next));
  for (const [name, value] of changes) {
    map.set(partKey(field.key, name), structuredClone(value));
  }
}

function storedParts(map: Y.Map<unknown>, { key, form }: Field): StoredParts {
  const prefix = markKey(key);
  const mark = form ? map.get(prefix) : undefined;
  const parts = new Map<string, unknown>();
  // Without a mark nothing was ever written beside the whole value.
  if (mark !== undefined) {
    for (const [name, value] of map.entries() as Iterable<[string, unknown]>) {
      if (name.startsWith(prefix) && name !== prefix) {
        parts.set(name.slice(prefix.length), value);
      }
    }
  }
  return { whole: map.get(key), mark, parts };
}
