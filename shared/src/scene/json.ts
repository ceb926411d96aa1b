/** Whether two plain JSON values are equal. */
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

/** Whether a value is an object, and not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum nesting depth; deeper JSON is malicious, and neither `JSON` nor PostgreSQL accepts any depth. */
const MAX_DEPTH = 64;

/** Whether a value is plain JSON that survives serialisation, of at most `depth` levels. */
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

/** Own property of a record with user-defined keys; inherited ones such as `constructor` are ignored. */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
