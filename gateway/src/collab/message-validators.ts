/** As long as the ids of a scene. */
const MAX_ID_LENGTH = 40;
/** Largest plausible distance from the origin, in metres. */
const FURTHEST = 1e6;

/** Whether a client's value is an array of `count` finite numbers. */
export function isNumberArray(value: unknown, count: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === count &&
    value.every((one) => Number.isFinite(one) && Math.abs(one) <= FURTHEST)
  );
}

/** Whether a client names something of a scene. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH;
}
