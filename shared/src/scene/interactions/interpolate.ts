import { MathUtils, Quaternion } from 'three';

/** Curves of a transition over its time. */
export const EASINGS = ['linear', 'in', 'out', 'inOut'] as const;
export type Easing = (typeof EASINGS)[number];

/** Curves of the way to a key; `step` keeps the value before until the time of the key. */
export const KEY_EASINGS = [...EASINGS, 'step'] as const;
export type KeyEasing = (typeof KEY_EASINGS)[number];

/** Number fields that only have whole values, which therefore switch. A test compares them with the schemas. */
export const WHOLE_FIELDS: ReadonlySet<string> = new Set([
  'props.columns',
  'props.count',
  'props.counts',
  'props.rows',
  'props.seed',
  'props.sides',
  'props.steps',
]);

/** The tour only matters at its start, so it switches. */
const SWITCHED = /^scene\/tour\./;
const ROTATION = /^nodes\/[^/]+\/rotation$/;
const COLOR = /^#[0-9a-f]{6}$/i;

/** The eased share of a transition; shares outside 0 to 1 are clamped. */
export function ease(share: number, easing: Easing): number {
  const t = Math.min(1, Math.max(0, share));
  switch (easing) {
    case 'in':
      return t * t;
    case 'out':
      return t * (2 - t);
    case 'inOut':
      return t * t * (3 - 2 * t);
    default:
      return t;
  }
}

/**
 * The value of a field between two of its values. Numbers, vectors and colors are mixed, rotations turn the shorter way, and
 * everything else switches to the second value at once.
 * @param path - of the field, such as `nodes/lamp/rotation`
 */
export function interpolate(path: string, from: unknown, to: unknown, share: number): unknown {
  if (share >= 1 || SWITCHED.test(path) || WHOLE_FIELDS.has(path.slice(path.lastIndexOf('/') + 1))) {
    return to;
  }
  if (typeof from === 'number' && typeof to === 'number') {
    return MathUtils.lerp(from, to, share);
  }
  if (typeof from === 'string' && typeof to === 'string' && COLOR.test(from) && COLOR.test(to)) {
    return mixColors(from, to, share);
  }
  if (!isVector(from) || !isVector(to) || from.length !== to.length) {
    return to;
  }
  return ROTATION.test(path)
    ? slerp(from, to, share)
    : from.map((part, i) => MathUtils.lerp(part, to[i] ?? part, share));
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'number');
}

function mixColors(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((text) => Number.parseInt(text.slice(at, at + 2), 16));
    return Math.round(MathUtils.lerp(a ?? 0, b ?? 0, share))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** Spherical interpolation of quaternions; the result has unit length. */
function slerp(from: readonly number[], to: readonly number[], share: number): number[] {
  const end = new Quaternion().fromArray(to).normalize();
  return new Quaternion().fromArray(from).normalize().slerp(end, share).toArray();
}
