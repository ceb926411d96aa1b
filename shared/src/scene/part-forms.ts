import { z } from 'zod';
import { type Angles, anglesOf, nearestAngles, rotationOf } from './angles.ts';
import { isSameJson, ownMember } from './json.ts';
import { listForm } from './list-parts.ts';
import { direction } from './nodes/direction.ts';
import { BASE, type PartChanges, type PartForm, type Parts } from './part-form.ts';
import { quaternion } from './values.ts';

/** The form of a value, null for one that is replaced as a whole. */
export function partFormOf(schema: z.ZodType): PartForm | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return partFormOf(schema.unwrap() as z.ZodType);
  }
  if (schema === quaternion) {
    return rotationForm;
  }
  // A direction has length 1, so its parts depend on each other.
  if (schema instanceof z.ZodTuple && schema !== direction) {
    return memberForm((name) => tupleItem(schema, name), joinTuple);
  }
  if (schema instanceof z.ZodRecord) {
    return memberForm((name) => recordItem(schema, name), joinRecord);
  }
  if (schema instanceof z.ZodObject) {
    return memberForm((name) => ownMember(schema.shape, name) ?? null, joinObject);
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return element instanceof z.ZodString ? setForm(element) : listForm(element);
  }
  return null;
}

/** A three-way merge of two changes of one value. */
export type Merged = {
  value: unknown;
  /** Whether both changed the same part to different values. */
  isConflict: boolean;
};

/** Applies the change from `base` to `mine` to `theirs`, part by part; `mine` counts where both changed one. */
export function mergeValues(
  form: PartForm | null,
  { base, mine, theirs }: { base: unknown; mine: unknown; theirs: unknown },
): Merged {
  if (isSameJson(base, theirs) || isSameJson(mine, theirs)) {
    return { value: mine, isConflict: false };
  }
  if (isSameJson(base, mine)) {
    return { value: theirs, isConflict: false };
  }
  if (!form) {
    return { value: mine, isConflict: true };
  }
  const own = form.changes(base, mine, new Map());
  const others = form.changes(base, theirs, new Map());
  const isConflict = [...own].some(
    ([name, value]) => name !== BASE && others.has(name) && !isSameJson(others.get(name), value),
  );
  return { value: form.join(base, new Map([...others, ...own])), isConflict };
}

type Rotation = z.output<typeof quaternion>;
type Join = (whole: unknown, parts: Parts) => unknown;

/** Values whose parts are their members. A member that is removed is stored as null. */
function memberForm(schemaOf: (name: string) => z.ZodType | null, join: Join): PartForm {
  return {
    join,
    schemaOf,
    changes: (before, next) => {
      const [a, b] = [membersOf(before), membersOf(next)];
      const names = new Set([...Object.keys(a), ...Object.keys(b)]);
      return new Map(
        [...names]
          .filter((name) => !isSameJson(ownMember(a, name), ownMember(b, name)))
          .map((name) => [name, ownMember(b, name) ?? null]),
      );
    },
  };
}

function joinTuple(whole: unknown, parts: Parts): unknown {
  return Array.isArray(whole) ? whole.map((item, i) => parts.get(String(i)) ?? item) : whole;
}

function joinObject(whole: unknown, parts: Parts): unknown {
  return { ...membersOf(whole), ...Object.fromEntries(parts) };
}

function joinRecord(whole: unknown, parts: Parts): unknown {
  const members = new Map([...Object.entries(membersOf(whole)), ...parts]);
  return Object.fromEntries([...members].filter(([, value]) => value !== null));
}

function membersOf(value: unknown): Record<string, unknown> {
  // An array is a record of its items by index.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Lists without repeated words. A part is true if the word of its name is in the list. */
function setForm(word: z.ZodType): PartForm {
  return {
    schemaOf: (name) => (word.safeParse(name).success ? z.boolean() : null),
    join: (whole, parts) => {
      const words = wordsOf(whole).filter((one) => parts.get(one) !== false);
      const added = [...parts].filter(([name, isIn]) => isIn === true && !words.includes(name));
      return [...words, ...added.map(([name]) => name).sort()];
    },
    changes: (before, next) => {
      const [a, b] = [wordsOf(before), wordsOf(next)];
      const removed = a.filter((one) => !b.includes(one)).map((one) => [one, false] as const);
      const added = b.filter((one) => !a.includes(one)).map((one) => [one, true] as const);
      return new Map([...removed, ...added]);
    },
  };
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Angles closer than this are one, in radians. */
const SAME_ANGLE = 1e-9;

const ANGLE = z.number().min(-1e6).max(1e6);
const ANGLES = z.tuple([ANGLE, ANGLE, ANGLE]);

/**
 * Rotations merge by the angles that the editor's fields show: of a quaternion's parts, none can change alone. Many
 * angles make one rotation, so those that were there first are stored as {@link BASE}.
 */
const rotationForm: PartForm = {
  schemaOf: (name) => (name === BASE ? ANGLES : /^[012]$/.test(name) ? ANGLE : null),
  join: (whole, parts) => {
    const rotation = rotationOf(storedAngles(whole, parts));
    // The written value, if no other edit changed it.
    return isSameRotation(rotation, toRotation(whole)) ? whole : rotation;
  },
  changes: (before, next, parts) => {
    const angles = storedAngles(before, parts);
    const changes: PartChanges = new Map();
    for (const [i, angle] of nearestAngles(toRotation(next), angles).entries()) {
      if (Math.abs(angle - (angles[i] ?? 0)) > SAME_ANGLE) {
        changes.set(String(i), angle);
      }
    }
    return parts.has(BASE) ? changes : changes.set(BASE, anglesOf(toRotation(before)));
  },
};

function storedAngles(whole: unknown, parts: Parts): Angles {
  const base = parts.get(BASE);
  const [x = 0, y = 0, z = 0] = Array.isArray(base) ? base.map(Number) : anglesOf(toRotation(whole));
  const at = (name: string, angle: number) => Number(parts.get(name) ?? angle);
  return [at('0', x), at('1', y), at('2', z)];
}

function toRotation(value: unknown): Rotation {
  const [x = 0, y = 0, z = 0, w = 1] = Array.isArray(value) ? value.map(Number) : [];
  return [x, y, z, w];
}

function isSameRotation(a: Rotation, b: Rotation): boolean {
  const sign = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) < 0 ? -1 : 1;
  const length = Math.hypot(...b);
  return a.every((value, i) => Math.abs(value - (sign * (b[i] ?? 0)) / length) < SAME_ANGLE * 10);
}

function tupleItem(schema: z.ZodTuple, name: string): z.ZodType | null {
  const { items } = schema.def;
  return /^\d$/.test(name) ? ((items[Number(name)] as z.ZodType | undefined) ?? null) : null;
}

function recordItem(schema: z.ZodRecord, name: string): z.ZodType | null {
  const isKey = (schema.keyType as z.ZodType).safeParse(name).success;
  return isKey ? (schema.valueType as z.ZodType).nullable() : null;
}
