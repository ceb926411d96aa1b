import * as Y from 'yjs';
import { SCENE_VERSION } from './defaults.ts';
import {
  type DocumentViolation,
  InvalidDocumentError,
  parseDocument,
  type SceneDocument,
} from './document.ts';
import { isJson, isRecord, isSameJson } from './json.ts';
import type { Material } from './material.ts';
import { migrateDocument } from './migrations.ts';
import { findNodeDef } from './nodes/index.ts';
import { isSceneId } from './values.ts';
import { isOfUnknownKind, sceneRoots } from './ydoc.ts';
import {
  type FieldTable,
  materialFields,
  nodeFields,
  readValue,
  sceneFields,
  unflatten,
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
    const raw = migrateDocument(stored);
    const isReadable = isRecord(raw) && (raw.version ?? SCENE_VERSION) === SCENE_VERSION;
    if (!isReadable || !(error instanceof InvalidDocumentError)) {
      throw error;
    }
    report?.(error.violations);
    return readKnown(raw);
  }
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
    ...unreadIn(sceneFields, scene, { path: [], read: document }),
    ...[...materials.entries()].flatMap(([id, map]) =>
      unreadIn(materialFields, map, { path: ['materials', id], read: document.materials[id] }),
    ),
    ...[...nodes.entries()].flatMap(([id, map]) => unreadOfNode(id, map, document)),
  ];
  if (unread.length === 0) {
    return document;
  }
  const stored = structuredClone(document);
  for (const { path, value } of unread) {
    put(stored, path, value);
  }
  return stored;
}

function readKnown(raw: Record<string, unknown>): SceneDocument {
  const { nodes, materials } = raw;
  // The tables were made from the schemas of the document, of materials, and of each kind.
  return {
    ...readFields(sceneFields, raw),
    materials: readMembers(materials, readStoredMaterial),
    nodes: readMembers(nodes, (node) => {
      const def = isRecord(node) ? findNodeDef(String(node.kind)) : undefined;
      return def && { props: {}, ...readFields(nodeFields(def.kind), node) };
    }),
  } as SceneDocument;
}

function readMembers(members: unknown, read: (member: unknown) => unknown): Record<string, unknown> {
  const entries = isRecord(members) ? Object.entries(members) : [];
  return Object.fromEntries(
    entries
      .filter(([id, member]) => isSceneId(id) && isRecord(member))
      .map(([id, member]) => [id, read(member)] as const)
      .filter(([, member]) => member !== undefined),
  );
}

function readFields(table: FieldTable, value: unknown): Record<string, unknown> {
  return unflatten(table, (field) => readValue(field, valueAt(value, field)));
}

/** A part of a live document that this release does not read, and where it belongs in the JSON. */
type Unread = { path: readonly string[]; value: unknown };

function unreadOfNode(id: string, map: unknown, document: SceneDocument): Unread[] {
  const read = document.nodes[id];
  const table: FieldTable = read ? nodeFields(read.kind) : new Map();
  return read || isOfUnknownKind(map) ? unreadIn(table, map, { path: ['nodes', id], read }) : [];
}

function unreadIn(table: FieldTable, map: unknown, at: { path: readonly string[]; read: unknown }): Unread[] {
  return [...(map instanceof Y.Map ? map.entries() : [])].flatMap(([key, value]: [string, unknown]) => {
    const field = table.get(key);
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
