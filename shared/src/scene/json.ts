/** Whether two plain JSON values are the same. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return false;
  }
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

/** Whether a value is an object with members, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper JSON comes from nobody who means well, and neither `JSON` nor PostgreSQL takes any depth. */
const MAX_DEPTH = 64;

/** Whether a value is plain JSON, as it is after having been written and read, of no more than `depth` levels. */
export function isJson(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value === 'number') {
    return Number.isFinite(value);
  }
  if (typeof value !== 'object' || value === null) {
    return value === null || typeof value === 'string' || typeof value === 'boolean';
  }
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && depth > 0 && Object.values(value).every((member) => isJson(member, depth - 1));
}

/** The member of a record that is keyed by what people write; keys such as `constructor` are members only where they are own. */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
