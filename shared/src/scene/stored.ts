import * as Y from 'yjs';
import { parseComponentKey } from './component-entries.ts';
import { SCENE_VERSION } from './defaults.ts';
import {
  type DocumentViolation,
  InvalidDocumentError,
  parseDocument,
  type SceneDocument,
} from './document.ts';
import { isJson, isRecord, isSameJson, ownMember } from './json.ts';
import type { Material } from './material.ts';
import { migrateDocument } from './migrations.ts';
import { findNodeDef } from './nodes/index.ts';
import { isSceneId } from './values.ts';
import { isOfUnknownKind, sceneRoots } from './ydoc.ts';
import {
  type FieldTable,
  materialFields,
  nodeFields,
  readFlat,
  readValue,
  sceneFields,
  valueAt,
} from './ydoc-fields.ts';

/**
 * Reads a document that was stored, by whichever release: nodes of unknown kinds and members that this release does not
 * know are left out, values that it cannot read are the defaults. What people send is judged by `parseDocument`.
 * @param report hears of what was left out, if anything was.
 * @throws {@link InvalidDocumentError} for what is no document, or one of a version of the future.
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
    return readParts(raw, readKnownNode);
  }
}

/**
 * A document as visitors are sent it: what this release knows of it, and the defaults of what has come since. Unknown kinds
 * and members are left out, and every text is validated again, such as links; only numbers of the right form are not.
 * @throws {@link InvalidDocumentError} for what is no document, or one of a version of the future.
 */
export function fillStored(stored: unknown): SceneDocument {
  const raw = migrated(stored);
  return raw ? readParts(raw, fillKnownNode) : parseDocument(stored);
}

function fillKnownNode(node: Record<string, unknown>): unknown {
  const def = findNodeDef(String(node.kind));
  if (!def) {
    return undefined;
  }
  const { fields, defaults } = nodeFields(def.kind);
  const filled: Record<string, unknown> = { ...defaults, props: { ...record(defaults.props) } };
  for (const field of fields.values()) {
    const value = valueAt(node, field);
    if (value !== undefined) {
      const group = field.within.length === 0 ? filled : record(filled.props);
      group[field.name] = isPlainLike(value, field.fallback) ? value : readValue(field, value);
    }
  }
  return filled;
}

/** Whether a value has the form of its default and holds no text, so that nothing in it is an address or a name. */
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

/** Reads a material that was stored, as {@link readStored} reads a document. */
export function readStoredMaterial(stored: unknown): Material {
  // The table was made from the schema of materials.
  return readFields(materialFields, stored) as Material;
}

/**
 * The JSON that is stored of a live document: what this release reads of it, and beside that what a newer one wrote, so
 * that neither that one nor the files that it names there are forgotten.
 * @param document as it was read of the same live document.
 */
export function toStored(ydoc: Y.Doc, document: SceneDocument): object {
  const { nodes, materials, scene } = sceneRoots(ydoc);
  const unread = [
    ...unreadIn(sceneFields.fields, scene, { path: [], read: document }),
    ...[...materials.entries()].flatMap(([id, map]) =>
      unreadIn(materialFields.fields, map, {
        path: ['materials', id],
        read: ownMember(document.materials, id),
      }),
    ),
    ...[...nodes.entries()].flatMap(([id, map]) => unreadOfNode(id, map, document)),
  ];
  if (unread.length === 0) {
    return document;
  }
  // Nodes share the groups of the defaults, and in a structured clone they would share one copy: each gets its own.
  const stored: object = JSON.parse(JSON.stringify(document));
  for (const { path, value } of unread) {
    put(stored, path, value);
  }
  return stored;
}

/** A stored document in today's version; null for what cannot be brought there. */
function migrated(stored: unknown): Record<string, unknown> | null {
  const raw = migrateDocument(stored);
  return isRecord(raw) && (raw.version ?? SCENE_VERSION) === SCENE_VERSION ? raw : null;
}

type ReadMember = (member: Record<string, unknown>) => unknown;

function readParts(raw: Record<string, unknown>, readNode: ReadMember): SceneDocument {
  // The tables were made from the schemas of the document, of materials, and of each kind.
  return {
    ...readFields(sceneFields, raw),
    materials: readMembers(raw.materials, readStoredMaterial),
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
    new Map([...table.fields.values()].map((field) => [field.key, valueAt(value, field)])),
  );
}

const NO_FIELDS: FieldTable['fields'] = new Map();

/** A part of a live document that this release does not read, and where it belongs in the JSON. */
type Unread = { path: readonly string[]; value: unknown };

function unreadOfNode(id: string, map: unknown, document: SceneDocument): Unread[] {
  const read = ownMember(document.nodes, id);
  const fields = read ? nodeFields(read.kind).fields : NO_FIELDS;
  return read || isOfUnknownKind(map) ? unreadIn(fields, map, { path: ['nodes', id], read }) : [];
}

function unreadIn(
  fields: FieldTable['fields'],
  map: unknown,
  at: { path: readonly string[]; read: unknown },
): Unread[] {
  return [...(map instanceof Y.Map ? map.entries() : [])].flatMap(([key, value]: [string, unknown]) => {
    const component = parseComponentKey(key);
    if (component && fields.has(component.field)) {
      return [];
    }
    const field = fields.get(key);
    const isRead =
      field && (isSameJson(valueAt(at.read, field), value) || field.schema.safeParse(value).success);
    const path = [...at.path, ...key.split('.')];
    return !isRead && path.every(isSceneId) && isJson(value) ? [{ path, value }] : [];
  });
}

/** Writes a value where its path leads; nowhere if something that is no object stands in its way. */
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
