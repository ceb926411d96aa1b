import type { Accessor, Animation, AnimationSampler, Node } from '@gltf-transform/core';
import { Quaternion } from 'three';

/** The three animated parts of a node's transform. */
export type TransformPath = 'translation' | 'rotation' | 'scale';
/** Animated parts of a node: its transform, and the weights of its mesh's targets. */
export type AnimatedPath = TransformPath | 'weights';

const TRANSFORM: readonly AnimatedPath[] = ['translation', 'rotation', 'scale'];

/** Cubic curves are cut into straight pieces of at most this length. */
const CUBIC_STEP_SECONDS = 1 / 30;
/** USD interpolates between samples; a value is held by repeating it this long before the next one. */
const HOLD_SECONDS = 1 / 1000;

/** One animated value over time. */
export type Curve = {
  /** Times between which linear interpolation follows the curve; they ascend. */
  times: readonly number[];
  at: (seconds: number) => number[];
};

/** Nodes that one clip animates. */
export class AnimatedNodes {
  readonly #curves = new Map<Node, Map<AnimatedPath, Curve>>();

  constructor(clip: Animation | null) {
    if (clip) {
      this.#add(clip);
    }
  }

  curve(node: Node, path: AnimatedPath): Curve | undefined {
    return this.#curves.get(node)?.get(path);
  }

  /** Whether the node itself moves, other than by the weights of its mesh. */
  isMoving(node: Node): boolean {
    return TRANSFORM.some((path) => this.curve(node, path) !== undefined);
  }

  /** Every key time of the nodes' curves, ascending. */
  timesOf(nodes: Iterable<Node>): number[] {
    const times = new Set<number>();
    for (const node of nodes) {
      for (const curve of this.#curves.get(node)?.values() ?? []) {
        for (const time of curve.times) {
          times.add(time);
        }
      }
    }
    return [...times].sort((a, b) => a - b);
  }

  /** End of the last curve in seconds; 0 when nothing moves. */
  get endSeconds(): number {
    let end = 0;
    for (const curves of this.#curves.values()) {
      for (const curve of curves.values()) {
        end = Math.max(end, curve.times.at(-1) ?? 0);
      }
    }
    return end;
  }

  #add(animation: Animation): void {
    for (const channel of animation.listChannels()) {
      const node = channel.getTargetNode();
      const path = channel.getTargetPath();
      const sampler = channel.getSampler();
      if (!node || !path || !sampler || this.curve(node, path)) {
        continue;
      }
      const curve = readCurve(sampler, path);
      if (curve) {
        const ofNode = this.#curves.get(node) ?? new Map<AnimatedPath, Curve>();
        this.#curves.set(node, ofNode.set(path, curve));
      }
    }
  }
}

function readCurve(sampler: AnimationSampler, path: AnimatedPath): Curve | null {
  const input = sampler.getInput();
  const output = sampler.getOutput();
  if (!input || !output || input.getCount() === 0) {
    return null;
  }
  const keys = Array.from({ length: input.getCount() }, (_, i) => input.getScalar(i));
  const element = elementsOf(sampler, output, keys.length);
  switch (sampler.getInterpolation()) {
    case 'STEP':
      return { times: heldTimes(keys), at: (seconds) => element(keyBefore(keys, seconds)) };
    case 'CUBICSPLINE':
      return { times: cutTimes(keys), at: (seconds) => cubic(keys, element, path, seconds) };
    default:
      return { times: keys, at: (seconds) => linear(keys, element, path, seconds) };
  }
}

/** Weights of several targets are stored as consecutive single numbers. */
function elementsOf(sampler: AnimationSampler, output: Accessor, keys: number): Element {
  const perKey = sampler.getInterpolation() === 'CUBICSPLINE' ? 3 : 1;
  const width = output.getType() === 'SCALAR' ? Math.floor(output.getCount() / (keys * perKey)) : 1;
  return output.getType() === 'SCALAR'
    ? (i) => Array.from({ length: width }, (_, target) => output.getScalar(i * width + target))
    : (i) => output.getElement(i, []);
}

function heldTimes(keys: readonly number[]): number[] {
  return keys.flatMap((key, i) => (i === 0 ? [key] : [Math.max(key - HOLD_SECONDS, keys[i - 1] ?? 0), key]));
}

function cutTimes(keys: readonly number[]): number[] {
  return keys.flatMap((key, i) => {
    const next = keys[i + 1];
    if (next === undefined) {
      return [key];
    }
    const pieces = Math.max(1, Math.ceil((next - key) / CUBIC_STEP_SECONDS));
    return Array.from({ length: pieces }, (_, piece) => key + ((next - key) * piece) / pieces);
  });
}

/** Index of the last key that is not after `seconds`. */
function keyBefore(keys: readonly number[], seconds: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((keys[middle] ?? 0) <= seconds) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

type Element = (index: number) => number[];

/** Position between two keys: 0 at the first, 1 at the second, held beyond the ends. */
function position(keys: readonly number[], key: number, seconds: number): { span: number; share: number } {
  const start = keys[key] ?? 0;
  const span = (keys[key + 1] ?? start) - start;
  return { span, share: span > 0 ? Math.min(1, Math.max(0, (seconds - start) / span)) : 0 };
}

function linear(keys: readonly number[], element: Element, path: AnimatedPath, seconds: number): number[] {
  const key = keyBefore(keys, seconds);
  const { share } = position(keys, key, seconds);
  const from = element(key);
  if (share === 0) {
    return from;
  }
  const to = element(key + 1);
  if (path === 'rotation') {
    return new Quaternion().fromArray(from).slerp(new Quaternion().fromArray(to), share).toArray();
  }
  return from.map((value, i) => value + ((to[i] ?? value) - value) * share);
}

/** Hermite spline as glTF defines it: in-tangent, value and out-tangent stand for each key. */
function cubic(keys: readonly number[], element: Element, path: AnimatedPath, seconds: number): number[] {
  const key = keyBefore(keys, seconds);
  const { span, share: t } = position(keys, key, seconds);
  const from = element(key * 3 + 1);
  if (t === 0) {
    return from;
  }
  const leaving = element(key * 3 + 2);
  const arriving = element(key * 3 + 3);
  const to = element(key * 3 + 4);
  const [t2, t3] = [t * t, t * t * t];
  const value = from.map(
    (start, i) =>
      (2 * t3 - 3 * t2 + 1) * start +
      span * (t3 - 2 * t2 + t) * (leaving[i] ?? 0) +
      (3 * t2 - 2 * t3) * (to[i] ?? start) +
      span * (t3 - t2) * (arriving[i] ?? 0),
  );
  return path === 'rotation' ? new Quaternion().fromArray(value).normalize().toArray() : value;
}
