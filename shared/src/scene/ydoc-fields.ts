import { z } from 'zod';
import { sceneDocument } from './document.ts';
import { fieldValues } from './field-values-schema.ts';
import { isJson, isSameJson } from './json.ts';
import { nodeBase } from './nodes/base.ts';
import { findNodeDef, type NodeKind, nodeDefs } from './nodes/index.ts';
import { areCurrent, PartEntries, type StoredParts } from './part-entries.ts';
import type { PartForm } from './part-form.ts';
import { partFormOf } from './part-forms.ts';
import { type RowTable, TABLE_NAMES, type TableName } from './scene-change.ts';
import { documentTables } from './tables.ts';

/**
 * One key of a shared map: its place in the JSON form (`name` in the object at `within`), its schema, and
 * its default.
 */
export type Field = {
  key: string;
  within: readonly string[];
  name: string;
  schema: z.ZodType;
  fallback: unknown;
  /** Division of its value into parts that merge separately; null for a value that is replaced as a whole. */
  form: PartForm | null;
};

/** The valid keys of a shared map, and the common nested form of a map without any of them. */
export type FieldTable = {
  fields: ReadonlyMap<string, Field>;
  defaults: Readonly<Record<string, unknown>>;
  /** Keys of the sets of field values, whose members have a key each, such as `values.nodes/lamp/visible`. */
  sets: readonly string[];
};

/** A table without fields. */
export const NO_FIELDS: FieldTable = { fields: new Map(), defaults: {}, sets: [] };

/** The table of a node: its `kind`, the common properties, and the members of its props as `props.<name>`. */
export function nodeFields(kind: NodeKind): FieldTable {
  return fieldsByKind[kind];
}

/** The fields of each table's rows; members of inner objects have separate keys, such as a material's `maps.color`. */
// `fromEntries` loses the names of the tables.
export const tableFields = Object.fromEntries(
  TABLE_NAMES.map((name) => [name, flatten(documentTables[name].shape)]),
) as Readonly<Record<TableName, FieldTable>>;

/** The fields of a row; undefined for a node of an unknown kind. */
export function fieldsOfRow(name: RowTable, kind: unknown): FieldTable | undefined {
  if (name !== 'nodes') {
    return tableFields[name];
  }
  const def = findNodeDef(String(kind));
  return def && nodeFields(def.kind);
}

/** The fields of the scene itself, down to keys such as `environment.fog.near`. */
export const sceneFields: FieldTable = flatten(
  Object.fromEntries(
    Object.entries(sceneDocument.shape).filter(([name]) => name !== 'nodes' && !isTableName(name)),
  ),
);

/** The field of a key, also of a member of a set of field values; undefined for an unknown key. */
export function fieldOf({ fields, sets }: FieldTable, key: string): Field | undefined {
  const known = fields.get(key);
  if (known) {
    return known;
  }
  const set = sets.find((one) => key.startsWith(`${one}.`));
  const name = set && key.slice(set.length + 1);
  return set && name && fieldValues.keyType.safeParse(name).success ? memberField(set, name) : undefined;
}

/** All fields of which one of these rows may have a value: those of the table, and the members of its sets. */
export function fieldsIn(table: FieldTable, ...rows: readonly unknown[]): Iterable<Field> {
  if (table.sets.length === 0) {
    return table.fields.values();
  }
  const members = table.sets.flatMap((set) => {
    const names = new Set(rows.flatMap((row) => Object.keys(Object(set.split('.').reduce(memberOf, row)))));
    return [...names].map((name) => memberField(set, name));
  });
  return [...table.fields.values(), ...members];
}

/**
 * Nested form of flat values, as this release reads it: absent values are the defaults, unknown keys are left
 * out. An empty group is the default object itself.
 */
export function readFlat(
  table: FieldTable,
  values: { forEach(visit: (value: unknown, key: string) => void): void },
): Record<string, unknown> {
  const { fields, defaults } = table;
  const root = { ...defaults };
  const put = (field: Field, value: unknown) => {
    const { group } = field.within.reduce(ownGroup, { group: root, shared: defaults });
    group[field.name] = value;
  };
  const entries = new PartEntries();
  const whole = new Map<string, unknown>();
  values.forEach((value, key) => {
    const field = fieldOf(table, key);
    if (!field) {
      entries.add(key, value);
      return;
    }
    put(field, readValue(field, value));
    if (field.form) {
      whole.set(key, value);
    }
  });
  for (const [key, { mark, parts }] of entries.byField) {
    const field = fields.get(key);
    if (field) {
      put(field, readParts(field, { whole: whole.get(key), mark, parts }));
    }
  }
  return root;
}

/** Value of a field in the nested form, undefined when it is absent. */
export function valueAt(source: unknown, field: Field): unknown {
  return memberOf(field.within.reduce(memberOf, source), field.name);
}

/**
 * Reads a value that another release may have written: unknown members are left out, and an unreadable value
 * is the default.
 */
export function readValue(field: Field, value: unknown): unknown {
  const read = value === undefined ? null : parseKnown(field, value);
  return read ? read.value : field.fallback;
}

/** The value of a field with its parts; those that are not current do not count. */
export function readParts(field: Field, stored: StoredParts): unknown {
  const whole = readValue(field, stored.whole);
  const joined = field.form ? field.form.join(whole, stored.parts) : whole;
  // The cheapest question first, as nearly always one person has written all of it.
  if (isSameJson(joined, whole) || !areCurrent(stored, field.fallback)) {
    return whole;
  }
  const parsed = field.schema.safeParse(joined);
  return parsed.success ? parsed.data : whole;
}

/** Whether this release can read a value, apart from unknown members. */
export function isReadable(field: Field, value: unknown): boolean {
  return parseKnown(field, value) !== null;
}

function parseKnown({ schema }: Field, value: unknown): { value: unknown } | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return { value: parsed.data };
  }
  if (!isJson(value)) {
    return null;
  }
  const known = schema.safeParse(withoutUnknown(value, parsed.error.issues));
  return known.success ? { value: known.data } : null;
}

/** A copy without the members that a schema did not recognise, at any depth. */
function withoutUnknown(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(value);
  for (const issue of issues) {
    const holder = issue.code === 'unrecognized_keys' ? issue.path.map(String).reduce(memberOf, copy) : null;
    if (issue.code === 'unrecognized_keys' && typeof holder === 'object' && holder !== null) {
      for (const key of issue.keys) {
        Reflect.deleteProperty(holder, key);
      }
    }
  }
  return copy;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

type Group = { group: Record<string, unknown>; shared: Readonly<Record<string, unknown>> };

/** The group of that name, copied when it is still the default object. */
function ownGroup({ group, shared }: Group, name: string): Group {
  // A group exists where the schema has an object.
  const inner = shared[name] as Group['shared'];
  const own = group[name] === inner ? { ...inner } : (group[name] as Group['group']);
  group[name] = own;
  return { group: own, shared: inner };
}

/** A member of a set of field values; absent ones have no value. */
function memberField(set: string, name: string): Field {
  return {
    key: `${set}.${name}`,
    within: set.split('.'),
    name,
    schema: fieldValues.valueType.optional(),
    fallback: undefined,
    form: null,
  };
}

function isTableName(name: string): boolean {
  return Object.hasOwn(documentTables, name);
}

const fieldsByKind = Object.fromEntries(
  nodeDefs.map(({ kind, props }) => {
    const members = Object.entries(props.shape).filter(([, schema]) => unwrapped(schema) !== fieldValues);
    const fields = members.map(([name, schema]) => toField(['props'], name, schema));
    return [
      kind,
      toTable(
        [toField([], 'kind', z.literal(kind).default(kind)), ...leaves(nodeBase), ...fields],
        setsIn(props.shape, 'props.'),
      ),
    ];
  }),
  // `fromEntries` loses the key types; the list has every kind.
) as Record<NodeKind, FieldTable>;

function flatten(shape: z.ZodRawShape): FieldTable {
  return toTable(leaves(shape), setsIn(shape, ''));
}

function setsIn(shape: z.ZodRawShape, prefix: string): string[] {
  return Object.entries(shape).flatMap(([name, schema]) =>
    unwrapped(schema) === fieldValues ? [prefix + name] : [],
  );
}

function leaves(shape: z.ZodRawShape, above: readonly string[] = []): Field[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const inner = unwrapped(schema);
    if (inner === fieldValues) {
      return [];
    }
    return inner instanceof z.ZodObject
      ? leaves(inner.shape, [...above, name])
      : [toField(above, name, schema as z.ZodType)];
  });
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
}

function toField(within: readonly string[], name: string, schema: z.ZodType): Field {
  return {
    key: [...within, name].join('.'),
    within,
    name,
    schema,
    fallback: deepFreeze(schema.parse(undefined)),
    form: partFormOf(schema),
  };
}

function toTable(fields: Field[], sets: readonly string[] = []): FieldTable {
  const defaults: Record<string, unknown> = {};
  const put = (within: readonly string[], name: string, value: unknown) => {
    let group = defaults;
    for (const step of within) {
      group[step] ??= {};
      group = group[step] as Record<string, unknown>;
    }
    group[name] = value;
  };
  for (const { within, name, fallback } of fields) {
    put(within, name, fallback);
  }
  for (const set of sets) {
    const steps = set.split('.');
    put(steps.slice(0, -1), steps.at(-1) ?? '', {});
  }
  // Groups are not frozen, unlike their values, as copying frozen objects takes twice as long.
  return { fields: new Map(fields.map((field) => [field.key, field])), defaults, sets };
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
