import { isRepeated, sourceInRepeats } from '../copies/generated-id.ts';
import { copiesBySource } from '../copies/resolve-references.ts';
import type { Key, Motion, SceneDocument, Timeline } from '../document.ts';
import { fieldPath, parseFieldPath, valueIn } from '../field-values.ts';
import { fitsField } from '../fits-field.ts';
import { isSameJson, ownMember } from '../json.ts';
import { rowsInOrder } from '../rows-in-order.ts';
import { motionsShown } from './interactions.ts';
import { MAX_MOVING_COPIES, MAX_TRACKS } from './limits.ts';
import type { TrackKey } from './timelines.ts';

/** Maximum cost of all movements in a file: one for each key, and {@link CURVE_COST} for each curve. */
export const MAX_MOVEMENT_COST = 2_000_000;
const CURVE_COST = 50;
/** Samples per second of the way to a key with an easing, and the most of them on one way. */
const EASED_RATE = 30;
const MAX_PIECES = 120;
/** Samples of a motion's cycle. */
export const CYCLE_STEPS = 32;
/** Seconds before a key at which a held value ends, as glTF has no jumps between linear keys. */
export const HOLD_SECONDS = 1 / 1_000;

/** Fields of nodes whose changes over time files hold. */
const TRANSFORM: ReadonlySet<string> = new Set(['position', 'rotation', 'scale']);

type Cycle = Pick<Timeline, 'duration' | 'loop'>;
type Step = Pick<TrackKey, 'time' | 'easing'>;

/**
 * The movements that files hold: motions and transforms of keys, for copies of components too. Motions come first,
 * then timelines, the last one first. Those that cost more than {@link MAX_MOVEMENT_COST} are left out.
 * @param expanded - the document with generated nodes
 * @returns `isLimited` is whether any movement is left out, also one of a copy within a repeat
 */
export function fileMovements(
  document: SceneDocument,
  expanded: SceneDocument,
): Pick<SceneDocument, 'motions' | 'keys'> & { isLimited: boolean } {
  const all = motionsShown(document, expanded);
  const keysOf = Map.groupBy(Object.entries(document.keys), ([, { timeline }]) => timeline);
  const timelines = rowsInOrder(document.timelines)
    .toReversed()
    .map((timeline) => {
      const own = (keysOf.get(timeline.id) ?? []).map(([id, key]) => {
        return { id, key, values: transforms(key, document) };
      });
      return { ...timeline, own, steps: stepsByPath(own) };
    });
  const seconds = commonLength([
    ...all.flatMap(({ kind, seconds: duration }) => (kind === 'look' ? [] : [{ duration, loop: true }])),
    ...timelines.filter(({ plays, steps }) => plays && steps.size > 0),
  ]);
  const repeated = repeatedBySource(expanded);
  let [free, needed] = [MAX_MOVEMENT_COST, 0];
  const affordable = (nodes: readonly string[], cost: number) => {
    const taken = nodes.slice(0, Math.floor(free / cost));
    free -= taken.length * cost;
    needed += nodes.reduce((sum, node) => sum + cost * (1 + (repeated.get(node)?.length ?? 0)), 0);
    return taken;
  };
  const motions = all.flatMap(({ moved, ...motion }): Motion[] => {
    const nodes = ownMember(expanded.nodes, motion.node) ? [motion.node] : withoutRepeated(moved ?? []);
    return affordable(nodes, motionCost(motion, seconds)).map((node) => ({ ...motion, node }));
  });
  const movedBy = movedNodes(document, expanded);
  let isCut = false;
  const keys = timelines.flatMap(({ own, steps, ...timeline }): [string, Key][] => {
    const moved = new Map<string, readonly string[]>();
    let tracks = MAX_TRACKS;
    for (const path of [...steps.keys()].sort()) {
      const cost = curveCost(stepCount(steps.get(path) ?? [], timeline.duration), timeline, seconds);
      const wanted = movedBy(path);
      isCut ||= wanted.length > tracks;
      const nodes = affordable(wanted.slice(0, tracks), cost);
      tracks -= nodes.length;
      moved.set(path, nodes);
    }
    return own.map(({ id, key, values }) => [id, { ...key, values: withCopies(values, moved) }]);
  });
  return {
    motions: Object.fromEntries(motions.map((motion, i) => [String(i), motion])),
    keys: Object.fromEntries(keys),
    isLimited: isCut || needed > MAX_MOVEMENT_COST,
  };
}

/** Cost of a curve in a file: what plays from the start is also part of the animation that plays. */
export function curveCost(
  steps: number,
  { duration, loop, plays }: Cycle & { plays: boolean },
  seconds: number,
): number {
  const cycles = loop ? Math.max(1, Math.ceil(seconds / duration)) : 1;
  return CURVE_COST + steps + (plays ? CURVE_COST + steps * cycles : 0);
}

/** Copies within repeats by source, as far as files move them. */
export function repeatedBySource({ nodes }: SceneDocument): Map<string, string[]> {
  const all = Map.groupBy(Object.keys(nodes).filter(isRepeated), sourceInRepeats);
  return new Map([...all].map(([source, copies]) => [source, copies.slice(0, MAX_MOVING_COPIES)]));
}

/** Times of keys between which the values of a track change evenly, in seconds. */
export function stepTimes(keys: readonly Step[], duration: number): number[] {
  const times = new Set([0, duration]);
  let before = 0;
  for (const { time, easing } of keys) {
    const end = Math.min(time, duration);
    const pieces = piecesOf(end - before, easing);
    for (let piece = 1; piece <= pieces; piece += 1) {
      times.add(before + ((end - before) * piece) / pieces);
    }
    if (easing === 'step' && time <= duration) {
      times.add(Math.max(before, time - HOLD_SECONDS));
    }
    before = end;
  }
  return [...times].sort((a, b) => a - b);
}

/** Largest number of times that {@link stepTimes} returns. */
export function stepCount(keys: readonly Step[], duration: number): number {
  let [count, before] = [2, 0];
  for (const { time, easing } of keys) {
    const end = Math.min(time, duration);
    count += piecesOf(end - before, easing) + (easing === 'step' ? 1 : 0);
    before = end;
  }
  return count;
}

const MAX_TOGETHER_SECONDS = 60;

/** Time in seconds until all loops begin together; the longest duration if that takes over a minute. */
export function commonLength(sets: readonly Cycle[]): number {
  const longest = sets.reduce((most, { duration }) => Math.max(most, duration), 0);
  const tenths = sets.filter(({ loop }) => loop).map(({ duration }) => Math.round(duration * 10));
  let whole = 1;
  for (const length of tenths) {
    whole *= length / greatestDivisor(whole, length);
    if (!(whole <= 10 * MAX_TOGETHER_SECONDS)) {
      return longest;
    }
  }
  const together = whole / 10;
  const repeats = Math.ceil(longest / together - 1e-6);
  return tenths.length > 0 && together * repeats <= MAX_TOGETHER_SECONDS ? together * repeats : longest;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function piecesOf(seconds: number, easing: TrackKey['easing']): number {
  return easing === 'linear' || easing === 'step'
    ? 1
    : Math.min(MAX_PIECES, Math.max(0, Math.ceil(seconds * EASED_RATE)));
}

/** The cost of a motion; those towards the camera are in no file. */
function motionCost({ kind, seconds: duration }: Motion, seconds: number): number {
  return kind === 'look' ? 1 : curveCost(CYCLE_STEPS + 1, { duration, loop: true, plays: true }, seconds);
}

/** Copies whose movements files hold; copies of repeats follow these. */
function withoutRepeated(copies: readonly string[]): string[] {
  return copies.filter((id) => !isRepeated(id)).slice(0, MAX_MOVING_COPIES);
}

/** The transforms of a key that fit. */
function transforms({ values }: Key, document: SceneDocument): [path: string, value: unknown][] {
  return Object.entries(values).filter(([path, value]) => {
    const place = parseFieldPath(path);
    return place?.table === 'nodes' && TRANSFORM.has(place.field) && fitsField(document, place, value);
  });
}

function stepsByPath(
  keys: readonly { key: Key; values: readonly [string, unknown][] }[],
): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  for (const { key, values } of keys.toSorted((a, b) => a.key.time - b.key.time)) {
    for (const [path] of values) {
      const own = steps.get(path) ?? [];
      steps.set(path, own);
      own.push(key);
    }
  }
  return steps;
}

function withCopies(
  values: readonly [path: string, value: unknown][],
  moved: ReadonlyMap<string, readonly string[]>,
): Key['values'] {
  return Object.fromEntries(
    values.flatMap(([path, value]) => {
      const place = parseFieldPath(path);
      const nodes = moved.get(path) ?? [];
      return nodes.map((id) => [place?.table === 'nodes' ? fieldPath({ ...place, id }) : path, value]);
    }),
  );
}

/** Returns a function that finds the nodes which a transform of a key moves, once for each path. */
function movedNodes(document: SceneDocument, expanded: SceneDocument): (path: string) => readonly string[] {
  const copies = copiesBySource(expanded);
  const found = new Map<string, readonly string[]>();
  const find = (path: string) => {
    const place = parseFieldPath(path);
    if (place?.table !== 'nodes') {
      return [];
    }
    if (ownMember(expanded.nodes, place.id)) {
      return [place.id];
    }
    const base = valueIn(document, path);
    // An override counts over the timeline.
    return withoutRepeated(copies.get(place.id) ?? []).filter((id) =>
      isSameJson(valueIn(document, fieldPath({ ...place, id })), base),
    );
  };
  return (path) => {
    const moved = found.get(path) ?? find(path);
    found.set(path, moved);
    return moved;
  };
}
