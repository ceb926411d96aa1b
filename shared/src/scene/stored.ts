import * as Y from 'yjs';
import { SCENE_VERSION } from './defaults.ts';
import {
  type DocumentViolation,
  InvalidDocumentError,
  parseDocument,
  type SceneDocument,
} from './document.ts';
import { onlyFitting } from './fitting-values.ts';
import { isJson, isRecord, isSameJson, ownMember } from './json.ts';
import type { Material } from './material.ts';
import { migrateDocument } from './migrations.ts';
import { findNodeDef } from './nodes/index.ts';
import { privatePropOf } from './nodes/kinds.ts';
import { parsePartKey } from './part-entries.ts';
import { ROW_TABLES, TABLE_NAMES } from './scene-change.ts';
import { isSceneId } from './values.ts';
import { type FlatMap, sceneRoots } from './ydoc.ts';
import {
  type FieldTable,
  fieldOf,
  fieldsIn,
  fieldsOfRow,
  NO_FIELDS,
  nodeFields,
  readFlat,
  readValue,
  sceneFields,
  tableFields,
  valueAt,
} from './ydoc-fields.ts';

/**
 * Reads a stored document of any release: unknown kinds and members are left out, unreadable values are
 * replaced by the defaults. Documents from clients are validated by `parseDocument`.
 * @param report called with the omitted parts, if any.
 * @throws {@link InvalidDocumentError} for a value that is no document, or one of a future version.
 */
export function readStored(
  stored: unknown,
  report?: (leftOut: readonly DocumentViolation[]) => void,
): SceneDocument {
  try {
    return parseDocument(stored);
  } catch (error) {
    const raw = migrated(stored);
    if (!raw || !(error instanceof InvalidDocumentError)) {
      throw error;
    }
    report?.(error.violations);
    return readSections(raw, readKnownNode);
  }
}

/**
 * Document as sent to visitors: the parts known to this release, completed by newer defaults. Unknown kinds
 * and members are left out, and so are private ones. Every text is validated again, such as links; only numbers of
 * the right form are not.
 * @throws {@link InvalidDocumentError} for a value that is no document, or one of a future version.
 */
export function fillStored(stored: unknown): SceneDocument {
  const raw = migrated(stored);
  return onlyFitting(raw ? readSections(raw, fillKnownNode) : parseDocument(stored));
}

function fillKnownNode(node: Record<string, unknown>): unknown {
  const def = findNodeDef(String(node.kind));
  if (!def) {
    return undefined;
  }
  const table = nodeFields(def.kind);
  const { defaults } = table;
  const filled: Record<string, unknown> = { ...defaults, props: { ...record(defaults.props) } };
  for (const set of table.sets) {
    const [group, name] = set.split('.');
    record(filled[group ?? ''])[name ?? ''] = {};
  }
  const hidden = `props.${privatePropOf(def.kind)}`;
  for (const field of fieldsIn(table, node)) {
    const value = valueAt(node, field);
    if (value !== undefined && field.key !== hidden) {
      const group = field.within.reduce((above, step) => record(above[step]), filled);
      group[field.name] = isPlainLike(value, field.fallback) ? value : readValue(field, value);
    }
  }
  return filled;
}

/** Whether a value has the type of its default and contains no text, so that it needs no validation. */
function isPlainLike(value: unknown, fallback: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return typeof value === typeof fallback;
  }
  return (
    Array.isArray(value) &&
    Array.isArray(fallback) &&
    value.length === fallback.length &&
    value.every((one) => typeof one === 'number')
  );
}

/** Reads a stored material, like {@link readStored}. */
export function readStoredMaterial(stored: unknown): Material {
  // The table is derived from the material schema.
  return readFields(tableFields.materials, stored) as Material;
}

/**
 * JSON to store for a live document: the parts that this release reads, and the unknown parts of a newer one.
 * So neither those parts nor the files that they reference are lost.
 * @param document as read from the same live document.
 */
export function toStored(ydoc: Y.Doc, document: SceneDocument): object {
  const { scene, ...tables } = sceneRoots(ydoc);
  const unread = [
    ...unreadIn(sceneFields, scene, { path: [], read: document }),
    ...ROW_TABLES.flatMap((name) =>
      [...tables[name].entries()].flatMap(([id, map]) =>
        map instanceof Y.Map
          ? unreadIn(fieldsOfRow(name, map.get('kind')) ?? NO_FIELDS, map, {
              path: [name, id],
              read: ownMember<unknown>(document[name], id),
            })
          : [],
      ),
    ),
  ];
  if (unread.length === 0) {
    return document;
  }
  // Nodes share the groups of the defaults, and in a structured clone they would share one copy; JSON creates
  // separate copies.
  const stored: object = JSON.parse(JSON.stringify(document));
  for (const { path, value } of unread) {
    put(stored, path, value);
  }
  return stored;
}

/** A stored document migrated to the current version; null where that is impossible. */
function migrated(stored: unknown): Record<string, unknown> | null {
  const raw = migrateDocument(stored);
  return isRecord(raw) && (raw.version ?? SCENE_VERSION) === SCENE_VERSION ? raw : null;
}

type ReadMember = (member: Record<string, unknown>) => unknown;

function readSections(raw: Record<string, unknown>, readNode: ReadMember): SceneDocument {
  // The tables are derived from the schemas of the document, of its rows, and of each kind.
  const tables = TABLE_NAMES.map((name) => [
    name,
    readMembers(raw[name], (row) => readFields(tableFields[name], row)),
  ]);
  return {
    ...readFields(sceneFields, raw),
    ...Object.fromEntries(tables),
    nodes: readMembers(raw.nodes, readNode),
  } as SceneDocument;
}

function readKnownNode(node: Record<string, unknown>): unknown {
  const def = findNodeDef(String(node.kind));
  return def && { props: {}, ...readFields(nodeFields(def.kind), node) };
}

function readMembers(members: unknown, read: ReadMember): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record(members))
      .flatMap(([id, member]) => (isSceneId(id) && isRecord(member) ? [[id, read(member)] as const] : []))
      .filter(([, member]) => member !== undefined),
  );
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function readFields(table: FieldTable, value: unknown): Record<string, unknown> {
  return readFlat(
    table,
    new Map([...fieldsIn(table, value)].map((field) => [field.key, valueAt(value, field)])),
  );
}

/** A part of a live document that this release cannot read, with its path in the JSON. */
type Unread = { path: readonly string[]; value: unknown };

function unreadIn(table: FieldTable, map: FlatMap, at: { path: readonly string[]; read: unknown }): Unread[] {
  return [...map.entries()].flatMap(([key, value]) => {
    const part = parsePartKey(key);
    if (part && table.fields.has(part.field)) {
      return [];
    }
    const field = fieldOf(table, key);
    const isRead =
      field && (isSameJson(valueAt(at.read, field), value) || field.schema.safeParse(value).success);
    const path = [...at.path, ...key.split('.')];
    return !isRead && path.every(isSceneId) && isJson(value) ? [{ path, value }] : [];
  });
}

/** Writes a value at its path, unless a value on the way is not an object. */
function put(root: object, path: readonly string[], value: unknown): void {
  const [step = '', ...rest] = path;
  if (rest.length === 0) {
    Object.assign(root, { [step]: value });
    return;
  }
  const inner: unknown = Object.hasOwn(root, step) ? Reflect.get(root, step) : {};
  if (isRecord(inner)) {
    put(inner, rest, value);
    Object.assign(root, { [step]: inner });
  }
}
