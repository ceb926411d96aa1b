import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type FieldValues, parseFieldPath } from '@diorama/shared/scene/field-values.ts';
import {
  CYCLE_STEPS,
  commonLength,
  curveCost,
  HOLD_SECONDS,
  MAX_MOVEMENT_COST,
  repeatedBySource,
  stepTimes,
} from '@diorama/shared/scene/interactions/file-movements.ts';
import { motionsShown } from '@diorama/shared/scene/interactions/interactions.ts';
import { motionValues } from '@diorama/shared/scene/interactions/motion-values.ts';
import { tracksOf, trackValues } from '@diorama/shared/scene/interactions/timelines.ts';
import { rowsInOrder } from '@diorama/shared/scene/rows-in-order.ts';
import { Quaternion, Vector3 } from 'three';
import { withThickness } from './with-thickness.ts';

const PATHS = { position: 'translation', rotation: 'rotation', scale: 'scale' } as const;

/** One part of a node's transform over time; linear between the times. */
export type TransformCurve = {
  node: string;
  path: (typeof PATHS)[keyof typeof PATHS];
  /** Times of one cycle in seconds, ascending. */
  times: readonly number[];
  at: (seconds: number) => readonly number[];
};

/** Curves that play together under one name. */
export type CurveSet = {
  name: string;
  /** Id of the timeline; motions have none. */
  timeline?: string;
  curves: readonly TransformCurve[];
  /** Length of one cycle, in seconds. */
  duration: number;
  loop: boolean;
  /** Whether they play from the start. */
  plays: boolean;
};

/**
 * The timelines of a shown document and the motions of its nodes, as far as they move nodes. Motions come first. Copies
 * within repeats follow, as far as the limit of a file permits.
 */
export function motionCurves(document: SceneDocument): CurveSet[] {
  const sets = [...motionSets(document), ...timelineSets(document)].filter(({ curves }) => curves.length > 0);
  const copies = sets.length > 0 ? repeatedBySource(document) : new Map<string, string[]>();
  const seconds = commonLength(sets.filter(({ plays }) => plays));
  const costOf = (set: CurveSet, { times }: TransformCurve) => curveCost(times.length, set, seconds);
  const costs = sets.flatMap((set) => set.curves.map((curve) => costOf(set, curve)));
  let free = costs.reduce((rest, cost) => rest - cost, MAX_MOVEMENT_COST);
  return sets.map((set) => ({
    ...set,
    curves: set.curves.flatMap((curve) => {
      const cost = costOf(set, curve);
      const following = (copies.get(curve.node) ?? []).slice(0, Math.max(0, Math.floor(free / cost)));
      free -= following.length * cost;
      return [curve, ...following.flatMap((copy) => curveOfCopy(document, curve, copy) ?? [])];
    }),
  }));
}

/** The curve of a copy within a repeat, which is moved, turned and scaled evenly against its source. */
function curveOfCopy({ nodes }: SceneDocument, curve: TransformCurve, copy: string): TransformCurve | null {
  const [source, made] = [nodes[curve.node], nodes[copy]];
  if (!source || !made) {
    return null;
  }
  const turn = new Quaternion(...made.rotation).multiply(
    new Quaternion(...source.rotation).normalize().invert(),
  );
  const largest = source.scale.reduce(
    (at, part, i) => (Math.abs(part) > Math.abs(source.scale[at] ?? 0) ? i : at),
    0,
  );
  const scale = (made.scale[largest] ?? 1) / (source.scale[largest] || 1);
  const moved = (value: readonly number[]) =>
    new Vector3(...value).multiplyScalar(scale).applyQuaternion(turn);
  const offset = new Vector3(...made.position).sub(moved(source.position));
  const at = {
    translation: (value: readonly number[]) => moved(value).add(offset).toArray(),
    rotation: (value: readonly number[]) =>
      // Rotations have four numbers.
      new Quaternion(...(value as [number, number, number, number])).premultiply(turn).toArray(),
    scale: (value: readonly number[]) => value.map((part) => part * scale),
  }[curve.path];
  return { ...curve, node: copy, at: (seconds) => at(curve.at(seconds)) };
}

function timelineSets(document: SceneDocument): CurveSet[] {
  return rowsInOrder(document.timelines)
    .toReversed()
    .map(({ id, name, duration, loop, plays }) => ({
      ...{ name: name || 'Timeline', timeline: id, duration, loop, plays },
      curves: tracksOf(document, id).flatMap((track) => {
        const at = (seconds: number) => trackValues(document, [track], seconds);
        return curveOf(track.path, stepTimes(track.keys, duration), at) ?? [];
      }),
    }));
}

/** The motions with cycles of one length are one set. */
function motionSets(document: SceneDocument): CurveSet[] {
  const motions = motionsShown(document, document).filter(({ kind }) => kind !== 'look');
  return [...Map.groupBy(motions, ({ seconds }) => seconds)].map(([duration, together]) => ({
    ...{ name: 'Motion', duration, loop: true, plays: true },
    curves: together.flatMap((motion) => {
      const at = (seconds: number) =>
        motionValues(document, {
          ...{ motions: [motion], seconds, isReduced: false },
          // Only motions towards the camera read these.
          ...{ eye: new Vector3(), worldOf: () => undefined },
        });
      const times = Array.from({ length: CYCLE_STEPS + 1 }, (_, i) => (i / CYCLE_STEPS) * duration);
      return Object.keys(at(0)).flatMap((path) => curveOf(path, times, at) ?? []);
    }),
  }));
}

function curveOf(
  field: string,
  times: readonly number[],
  valuesAt: (seconds: number) => FieldValues,
): TransformCurve | null {
  const place = parseFieldPath(field);
  const path = place?.table === 'nodes' ? PATHS[place.field as keyof typeof PATHS] : undefined;
  if (place?.table !== 'nodes' || path === undefined) {
    return null;
  }
  const at = (seconds: number) => {
    // Values of transforms fit their fields in shown documents.
    const value = valuesAt(seconds)[field] as [number, number, number];
    return path === 'scale' ? withThickness(value) : path === 'rotation' ? unit(value) : value;
  };
  return { node: place.id, path, times, at };
}

/**
 * The keys of a curve for so many seconds. A loop repeats until then; any other curve stays at its end.
 * Neighbouring times differ by at least 0.1 ms, as files store them with 32 bits.
 */
export function repeatCurve(
  { times, at }: Pick<TransformCurve, 'times' | 'at'>,
  { duration, loop }: Pick<CurveSet, 'duration' | 'loop'>,
  seconds: number,
): { times: number[]; values: (readonly number[])[] } {
  const made: { times: number[]; values: (readonly number[])[] } = { times: [], values: [] };
  const add = (time: number, value: readonly number[]) => {
    if (time > (made.times.at(-1) ?? -1) + HOLD_SECONDS / 10) {
      made.times.push(time);
      made.values.push(value);
    }
  };
  const cycles = loop ? Math.max(1, Math.ceil(seconds / duration - 1e-6)) : 1;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const [isLast, start] = [cycle === cycles - 1, cycle * duration];
    for (const time of times) {
      const isSeam = time === duration && !isLast;
      const until = Math.min(start + time, seconds);
      add(isSeam ? until - HOLD_SECONDS : until, at(until - start));
    }
  }
  return made;
}

function unit(parts: readonly number[]): number[] {
  const length = Math.hypot(...parts);
  return length > 0 ? parts.map((part) => part / length) : [0, 0, 0, 1];
}
