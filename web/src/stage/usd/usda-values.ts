const NUMBERS = /^(?:float|double|half|int|uint|int64|uint64|uchar|timecode)$/;
const QUATERNION = /^quat[fdh]/;

/**
 * A value as the reader of the binary form gives it: lists are flat, and quaternions have their real part last.
 * @param type - as the text says it, `float3[]` for instance
 */
export function valueOfType(type: string, value: unknown): unknown {
  if (value === undefined) {
    return undefined;
  }
  if (QUATERNION.test(type) && Array.isArray(value)) {
    return value.flatMap((_, i) => (i % 4 === 0 ? [1, 2, 3, 0].map((k) => value[i + k]) : []));
  }
  if (type === 'bool') {
    return value === true || value === 1;
  }
  if (NUMBERS.test(type)) {
    return Number(value);
  }
  return value;
}
