const NUMBERS = /^(?:float|double|half|int|uint|int64|uint64|uchar|timecode)$/;
const QUATERNION = /^quat[fdh]/;

/**
 * Converts a value to the binary reader's form: lists are flat, and quaternions have their real part last.
 * @param type - type name in the text, such as `float3[]`
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
