import type { SceneDocument, Timeline } from '../document.ts';
import { type FieldValues, valueIn } from '../field-values.ts';
import { ease, interpolate, type KeyEasing } from './interpolate.ts';
import { MAX_TRACKS } from './limits.ts';

/** A value of a field at the time of a key, in seconds. */
export type TrackKey = { id: string; time: number; easing: KeyEasing; value: unknown };

/** The keys of one field in order of time, each time once. */
export type Track = { path: string; keys: readonly TrackKey[] };

type Keys = Pick<SceneDocument, 'keys'>;

/** Tables of keys do not change, so their tracks are found once. */
const found = new WeakMap<SceneDocument['keys'], Map<string, readonly Track[]>>();

/**
 * The tracks of a timeline, by path. Of keys at one time the one with the larger id counts.
 * Fields beyond {@link MAX_TRACKS} are left out.
 */
export function tracksOf({ keys }: Keys, timeline: string): readonly Track[] {
  const all = found.get(keys) ?? findTracks(keys);
  found.set(keys, all);
  return all.get(timeline) ?? [];
}

/**
 * The values of tracks at a time. Up to its first key, a field changes from its value in the document.
 * @param without - a key that does not count
 */
export function trackValues(
  document: SceneDocument,
  tracks: readonly Track[],
  seconds: number,
  without: string | null = null,
): FieldValues {
  const values: Record<string, unknown> = {};
  for (const { path, keys: all } of tracks) {
    const keys = without === null ? all : all.filter(({ id }) => id !== without);
    if (keys.length > 0) {
      values[path] = valueAt(document, { path, keys }, seconds);
    }
  }
  return values;
}

/** The time that a timeline shows so many seconds after its start. */
export function timeOf({ duration, loop }: Pick<Timeline, 'duration' | 'loop'>, seconds: number): number {
  return loop ? seconds % duration : Math.min(seconds, duration);
}

/** The time that a timeline shows with reduced motion: the start of a loop, otherwise the end. */
export function stillTime({ duration, loop }: Pick<Timeline, 'duration' | 'loop'>): number {
  return loop ? 0 : duration;
}

function valueAt(document: SceneDocument, { path, keys }: Track, seconds: number): unknown {
  const next = keys[firstAfter(keys, seconds)];
  const last = keys[firstAfter(keys, seconds) - 1];
  if (!next) {
    return last?.value;
  }
  const from = last ? last.value : valueIn(document, path);
  if (next.easing === 'step') {
    return from;
  }
  const start = last?.time ?? 0;
  const share = ease((seconds - start) / (next.time - start), next.easing);
  // Values that cannot be mixed switch at the time of the key.
  const isSwitched = interpolate(path, from, next.value, 0) === next.value;
  return isSwitched ? from : interpolate(path, from, next.value, share);
}

/** Index of the first key after a time. */
function firstAfter(keys: readonly TrackKey[], seconds: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle]?.time ?? 0) <= seconds) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function findTracks(keys: SceneDocument['keys']): Map<string, readonly Track[]> {
  const byTimeline = new Map<string, Map<string, TrackKey[]>>();
  const ordered = Object.entries(keys).sort(([a, x], [b, y]) => x.time - y.time || (a < b ? -1 : 1));
  for (const [id, { timeline, time, easing, values }] of ordered) {
    const tracks = byTimeline.get(timeline ?? '') ?? new Map<string, TrackKey[]>();
    byTimeline.set(timeline ?? '', tracks);
    for (const [path, value] of Object.entries(values)) {
      const track = tracks.get(path) ?? [];
      tracks.set(path, track);
      if (track.at(-1)?.time === time) {
        track.pop();
      }
      track.push({ id, time, easing, value });
    }
  }
  const sorted = [...byTimeline].map(([timeline, tracks]) => {
    const paths = [...tracks].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_TRACKS);
    return [timeline, paths.map(([path, own]) => ({ path, keys: own }))] as const;
  });
  return new Map(sorted);
}
