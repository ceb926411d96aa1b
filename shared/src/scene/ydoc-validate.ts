import * as Y from 'yjs';
import { z } from 'zod';
import { MAX_FIELD_VALUES, MAX_NODES, TABLE_LIMITS } from './defaults.ts';
import type { DocumentViolation } from './document.ts';
import { parsePartKey } from './part-entries.ts';
import { ROW_TABLES, type RowTable } from './scene-change.ts';
import { isSceneId } from './values.ts';
import { sceneRoots } from './ydoc.ts';
import { type Field, type FieldTable, fieldOf, fieldsOfRow, isReadable, sceneFields } from './ydoc-fields.ts';
import { isRemoved, keyInParent } from './yjs-internals.ts';

/** The writer of an update; a newer release may have unknown kinds, keys and enum values. */
type Writer = { isNewer: boolean };

const MARK = z.string().max(20);
/** Maximum number of keys per field, with its parts, where a map has sets of field values. */
const KEYS_PER_FIELD = 8;

/**
 * Violations in a transaction's writes: unknown kinds and keys, values outside their schema, foreign root
 * types, too many nodes. Checks only the touched keys, so its cost is that of the edit. `sceneRoots(ydoc)`
 * must have been called before the document got its first update.
 */
export function validateTouched(
  transaction: Y.Transaction,
  writer: Writer = { isNewer: false },
): DocumentViolation[] {
  const { doc } = transaction;
  const { scene, ...tables } = sceneRoots(doc);
  const violations: DocumentViolation[] = [];
  for (const [type, keys] of transaction.changed) {
    const touched = [...keys].filter((key) => key !== null);
    if (touched.length < keys.size && !isRemoved(type)) {
      // Only arrays and texts change without a key, and any type can be written as one.
      violations.push(violation('', 'document.unknown-key', 'Not a part of a scene document'));
    }
    const name = ROW_TABLES.find((one) => Object.is(type, tables[one]) || isMemberOf(type, tables[one]));
    if (Object.is(type, scene)) {
      violations.push(...keyViolations({ path: '', table: sceneFields, map: scene, keys: touched, writer }));
    } else if (name) {
      violations.push(...tableViolations({ name, rows: tables[name], type, touched, writer }));
    } else if (!isRemoved(type) && !writer.isNewer) {
      violations.push(violation('', 'document.unknown-key', 'Not a part of a scene document'));
    }
  }
  return violations;
}

type TouchedRows = {
  name: RowTable;
  rows: Y.Map<unknown>;
  /** The table itself, or one of its rows. */
  type: object;
  touched: string[];
  writer: Writer;
};

function tableViolations({ name, rows, type, touched, writer }: TouchedRows): DocumentViolation[] {
  if (!Object.is(type, rows)) {
    // A row of the table: `type` is one of its members.
    return rowViolations({
      name,
      rows,
      id: keyInParent(type as Y.Map<unknown>) ?? '',
      writer,
      keys: touched,
    });
  }
  const inside = touched.flatMap((id) => rowViolations({ name, rows, id, writer }));
  return [...limitViolations(name, rows, name === 'nodes' ? MAX_NODES : TABLE_LIMITS[name]), ...inside];
}

type TouchedRow = { name: RowTable; rows: Y.Map<unknown>; id: string; writer: Writer; keys?: string[] };

function rowViolations({ name, rows, id, writer, keys }: TouchedRow): DocumentViolation[] {
  const map = rows.get(id);
  if (map === undefined) {
    return [];
  }
  const path = `${name}.${id}`;
  if (!isSceneId(id) || !(map instanceof Y.Map)) {
    return [violation(path, 'document.invalid', 'Not a row')];
  }
  const table = fieldsOfRow(name, map.get('kind'));
  if (!table) {
    return writer.isNewer ? [] : [violation(`${path}.kind`, 'document.unknown-kind', 'Unknown kind')];
  }
  const isOtherKind = name === 'nodes' && keys?.includes('kind');
  return mapViolations({ path, table, map, keys: isOtherKind ? undefined : keys, writer });
}

type Touched = { path: string; table: FieldTable; map: Y.Map<unknown>; keys: string[]; writer: Writer };

/** Violations of a node or a row; `keys` are those that were written, all by default. */
function mapViolations({
  path,
  table,
  map,
  keys = [...map.keys()],
  writer,
}: Omit<Touched, 'keys'> & { keys?: string[] | undefined }): DocumentViolation[] {
  const limit = table.fields.size * KEYS_PER_FIELD + MAX_FIELD_VALUES;
  return [
    ...(table.sets.length > 0 ? limitViolations('values', map, limit) : []),
    ...keyViolations({ path: `${path}.`, table, map, keys, writer }),
  ];
}

function keyViolations({ path, table, map, keys, writer }: Touched): DocumentViolation[] {
  return keys.flatMap((key) => {
    if (!map.has(key)) {
      return [];
    }
    const field = fieldOf(table, key) ?? partField(table, key);
    if (!field) {
      return writer.isNewer ? [] : [violation(path + key, 'document.unknown-key', 'Unknown key')];
    }
    if (writer.isNewer && mayBeNewer(field, map.get(key))) {
      return [];
    }
    const parsed = field.schema.safeParse(map.get(key));
    return parsed.success
      ? []
      : [violation(path + key, 'document.invalid', parsed.error.issues[0]?.message ?? 'Not valid')];
  });
}

/** A part of a field, or its mark, as a separate field. */
function partField({ fields }: FieldTable, key: string): Field | undefined {
  const parsed = parsePartKey(key);
  const of = parsed && fields.get(parsed.field);
  if (!parsed || !of?.form) {
    return undefined;
  }
  const schema = parsed.name === '' ? MARK : of.form.schemaOf(parsed.name);
  return schema ? { ...of, key, schema, form: null } : undefined;
}

/** Whether a newer release may have written a value: with additional members, or a new enum value. */
function mayBeNewer(field: Field, value: unknown): boolean {
  return isReadable(field, value) || (isEnumeration(field.schema) && isSceneId(String(value)));
}

function isEnumeration(schema: z.ZodType): boolean {
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodPrefault;
  // Wrappers contain zod schemas.
  return isWrapped ? isEnumeration(schema.unwrap() as z.ZodType) : schema instanceof z.ZodEnum;
}

function limitViolations(path: string, map: Y.Map<unknown>, limit: number): DocumentViolation[] {
  return map.size > limit ? [violation(path, 'document.invalid', `at most ${limit} ${path}`)] : [];
}

function isMemberOf(type: object, root: Y.Map<unknown>): boolean {
  return type instanceof Y.Map && Object.is(type.parent, root);
}

function violation(
  propertyPath: string,
  code: DocumentViolation['code'],
  message: string,
): DocumentViolation {
  return { propertyPath, code, message };
}
