import { idWithin, isGeneratedId, storedOwnerOf } from './copies/generated-id.ts';
import type { SceneDocument, SceneNode } from './document.ts';
import { isRecord, ownMember } from './json.ts';
import { overridesPropOf } from './nodes/kinds.ts';
import { noChange, ROW_TABLES, type RowTable, type SceneChange } from './scene-change.ts';

/** Values of single fields by path, such as `nodes/lamp/visible`, `materials/oak/color` or `scene/camera.fov`. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A field of a row. */
export type RowPlace = { table: RowTable; id: string; field: string };

/** A field of a row, or of the scene itself, which has no id. */
export type FieldPlace = RowPlace | { table: 'scene'; field: string };

/** Ids of generated nodes have colons. */
const PATH = /^([a-z]+)\/(?:([A-Za-z0-9_:-]+)\/)?([A-Za-z.]+)$/;

/** The path of a field. */
export function fieldPath(place: FieldPlace): string {
  return place.table === 'scene' ? `scene/${place.field}` : `${place.table}/${place.id}/${place.field}`;
}

/** The field that a path names; null for a path of another form. */
export function parseFieldPath(path: string): FieldPlace | null {
  const [, table = '', id, field = ''] = PATH.exec(path) ?? [];
  if (table === 'scene') {
    return id === undefined ? { table, field } : null;
  }
  return id !== undefined && isTable(table) ? { table, id, field } : null;
}

/**
 * Applies sets of values to a document; later sets override earlier ones. Ignores rows and fields that do not
 * exist. The result shares all unchanged objects with the given document.
 * @param fits - whether a value may be at its place; not needed where the values were checked before
 */
export function withValues(
  document: SceneDocument,
  sets: Iterable<FieldValues>,
  fits: (document: SceneDocument, place: FieldPlace, value: unknown) => boolean = () => true,
): SceneDocument {
  const copies = new Set<object>();
  let next: object = document;
  for (const values of sets) {
    for (const [path, value] of Object.entries(values)) {
      const place = parseFieldPath(path);
      if (place && fits(document, place, value)) {
        // Only values of existing fields were replaced.
        next = putAt(next as SceneDocument, place, value, copies);
      }
    }
  }
  // Only values of existing fields were replaced.
  return next as SceneDocument;
}

/** The value of a field; undefined where there is none. */
export function valueIn(document: SceneDocument, path: string): unknown {
  const place = parseFieldPath(path);
  if (!place) {
    return undefined;
  }
  const isPresent = place.table === 'nodes' && ownMember(document.nodes, place.id) !== undefined;
  // Shown documents hold generated nodes themselves.
  const override = isPresent ? null : overrideOf(document, place);
  if (override) {
    const { values, key } = override;
    // Without one, the path within the owner names the field of its source.
    return Object.hasOwn(values, key) ? values[key] : valueIn(document, key);
  }
  const above = place.table === 'scene' ? [] : [place.table, place.id];
  return [...above, ...place.field.split('.')].reduce<unknown>(
    (holder, step) => (isRecord(holder) ? ownMember(holder, step) : undefined),
    document,
  );
}

/** The rows whose fields these sets name. */
export function rowsOf(sets: Iterable<FieldValues>): SceneChange {
  const change = { ...noChange(), scene: false };
  for (const values of sets) {
    for (const path of Object.keys(values)) {
      const place = parseFieldPath(path);
      if (place?.table === 'scene') {
        change.scene = true;
      } else if (place) {
        change[place.table].add(storedOwnerOf(place.id));
      }
    }
  }
  return change;
}

/** Storage place of a value of a generated node: the overrides of its owner. */
type Override = { owner: string; prop: string; values: FieldValues; key: string };

/** The override of a generated node's field, null for other fields and for owners without overrides. */
export function overrideOf({ nodes }: Pick<SceneDocument, 'nodes'>, place: FieldPlace): Override | null {
  if (place.table !== 'nodes' || !isGeneratedId(place.id)) {
    return null;
  }
  const owner = storedOwnerOf(place.id);
  const node = ownMember(nodes, owner);
  const prop = node && overridesPropOf(node.kind);
  const id = idWithin(owner, '', place.id);
  const values: unknown = prop === undefined ? null : Reflect.get(node?.props ?? {}, prop);
  if (prop === undefined || id === null || !isRecord(values)) {
    return null;
  }
  const key = fieldPath({ ...place, id });
  return { owner, prop, values, key };
}

function putAt(document: SceneDocument, place: FieldPlace, value: unknown, copies: Set<object>): object {
  if (place.table === 'scene') {
    return put(document, place.field.split('.'), value, copies);
  }
  if (!isGeneratedId(place.id)) {
    return put(document, [place.table, place.id, ...place.field.split('.')], value, copies);
  }
  const override = overrideOf(document, place);
  if (!override) {
    return document;
  }
  const { owner, prop, values, key } = override;
  const next = copies.has(values) ? values : { ...values };
  copies.add(next);
  Reflect.set(next, key, value);
  return put(document, ['nodes', owner, 'props', prop], next, copies);
}

/** A node with another value of a field; the node itself where it has no such field. */
export function withFieldValue(node: SceneNode, field: string, value: unknown): SceneNode {
  // Only the value of an existing field is replaced.
  return put(node, field.split('.'), value, new Set()) as SceneNode;
}

function isTable(name: string): name is RowTable {
  return ROW_TABLES.some((one) => one === name);
}

/** The holder with a value at the end of a path; copies are made once and then changed. */
function put(
  holder: object,
  [step = '', ...rest]: readonly string[],
  value: unknown,
  copies: Set<object>,
): object {
  const inner: unknown = Object.hasOwn(holder, step) ? Reflect.get(holder, step) : undefined;
  if (inner === undefined || (rest.length > 0 && !isRecord(inner))) {
    return holder;
  }
  const next = rest.length === 0 ? value : put(Object(inner), rest, value, copies);
  if (next === inner) {
    return holder;
  }
  const copy = copies.has(holder) ? holder : { ...holder };
  copies.add(copy);
  Reflect.set(copy, step, next);
  return copy;
}
