import { copiesBySource } from '../copies/beside.ts';
import { expandDocument } from '../copies/expansion.ts';
import { isRepeated } from '../copies/generated-id.ts';
import type { DocumentViolation, SceneDocument } from '../document.ts';
import { fieldPath, parseFieldPath, valueIn, withValues } from '../field-values.ts';
import { fitsField, fitsNode } from '../fits-field.ts';
import { motionsShown } from '../interactions/interactions.ts';
import { MAX_MOVING_COPIES, MAX_TRACKS } from '../interactions/limits.ts';
import { isSameJson, ownMember } from '../json.ts';
import { readStored } from '../stored.ts';
import { type Chosen, optionsOf, settleChoices, valuesOf } from './options.ts';

/** Fields of nodes whose changes over time files hold. */
const TRANSFORM: ReadonlySet<string> = new Set(['position', 'rotation', 'scale']);

/**
 * A document as visitors find it with these choices, for files and pictures: with generated nodes, without options, and
 * with the transforms of timelines only. States have only values that fit.
 */
export function shownDocument(document: SceneDocument, wanted: Chosen = new Map()): SceneDocument {
  const chosen = settleChoices(optionsOf(document), wanted);
  const shown = withValues(document, valuesOf(document, chosen), fitsField);
  const none = { options: {}, choices: {}, translations: {} };
  const { document: expanded } = expandDocument(shown, { fits: fitsNode });
  const motions = motionsShown(shown, expanded).flatMap(({ moved, ...motion }) => {
    const nodes = ownMember(expanded.nodes, motion.node) ? [motion.node] : withoutRepeated(moved ?? []);
    return nodes.map((node) => ({ ...motion, node }));
  });
  return {
    ...{ ...expanded, ...none, states: fittingStates(shown), keys: transformsOf(shown, expanded) },
    motions: Object.fromEntries(motions.map((motion, i) => [String(i), motion])),
  };
}

function fittingStates(document: SceneDocument): SceneDocument['states'] {
  const fits = ([path, value]: [string, unknown]) => {
    const place = parseFieldPath(path);
    return place !== null && fitsField(document, place, value);
  };
  return Object.fromEntries(
    Object.entries(document.states).map(([id, state]) => [
      id,
      { ...state, values: Object.fromEntries(Object.entries(state.values).filter(fits)) },
    ]),
  );
}

/** Copies whose motions files hold; copies of repeats follow these. */
function withoutRepeated(copies: readonly string[]): string[] {
  return copies.filter((id) => !isRepeated(id)).slice(0, MAX_MOVING_COPIES);
}

/** The keys of a document with their transforms that fit, for the copies of components too. */
function transformsOf(document: SceneDocument, expanded: SceneDocument): SceneDocument['keys'] {
  const isTransform = ([path, value]: [string, unknown]) => {
    const place = parseFieldPath(path);
    return place?.table === 'nodes' && TRANSFORM.has(place.field) && fitsField(document, place, value);
  };
  const keys = Object.entries(document.keys).map(([id, key]) => ({
    ...{ id, key, values: Object.entries(key.values).filter(isTransform) },
  }));
  const movedBy = movedPaths(document, expanded);
  const shown = [...Map.groupBy(keys, ({ key }) => key.timeline).values()].flatMap((together) => {
    const paths = new Set(together.flatMap(({ values }) => values.map(([path]) => path)));
    const moved = firstTracks([...paths].sort(), movedBy);
    return together.map(({ id, key, values }) => {
      const all = values.flatMap(([path, value]) => (moved.get(path) ?? []).map((one) => [one, value]));
      return [id, { ...key, values: Object.fromEntries(all) }];
    });
  });
  return Object.fromEntries(shown);
}

/** The fields that one timeline changes, by the paths of its keys, up to {@link MAX_TRACKS} of them. */
function firstTracks(
  paths: readonly string[],
  movedBy: (path: string) => readonly string[],
): Map<string, readonly string[]> {
  const tracks = new Map<string, readonly string[]>();
  let free = MAX_TRACKS;
  for (const path of paths) {
    const moved = free > 0 ? movedBy(path).slice(0, free) : [];
    free -= moved.length;
    tracks.set(path, moved);
  }
  return tracks;
}

/** Returns a function that finds the fields which a transform of a key changes, once for each path. */
function movedPaths(document: SceneDocument, expanded: SceneDocument): (path: string) => readonly string[] {
  const copies = copiesBySource(expanded);
  const found = new Map<string, readonly string[]>();
  const find = (path: string) => {
    const place = parseFieldPath(path);
    if (place?.table !== 'nodes' || ownMember(expanded.nodes, place.id)) {
      return [path];
    }
    const base = valueIn(document, path);
    const paths = withoutRepeated(copies.get(place.id) ?? []).map((id) => fieldPath({ ...place, id }));
    // An override counts over the timeline.
    return paths.filter((one) => isSameJson(valueIn(document, one), base));
  };
  return (path) => {
    const moved = found.get(path) ?? find(path);
    found.set(path, moved);
    return moved;
  };
}

/** Reads a stored document of any release like `readStored`, as visitors find it with these choices. */
export function readShown(
  stored: unknown,
  { chosen, report }: { chosen?: Chosen; report?: (leftOut: readonly DocumentViolation[]) => void } = {},
): SceneDocument {
  return shownDocument(readStored(stored, report), chosen);
}
