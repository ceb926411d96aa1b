import { isId, isNumbers } from './shown-values.ts';

/** More people than these drag nothing that visitors see move. */
const MAX_DRAGS = 20;
/** A drag of more things than these is seen by visitors once it has ended. */
const MAX_DRAGGED = 100;
const MATRIX_LENGTH = 16;

/** What visitors are told of what is being dragged: which nodes, and how far, as a matrix in the scene. By whom they are not. */
export type DragsMessage = {
  type: 'drags';
  drags: readonly { ids: readonly string[]; matrix: readonly number[] }[];
};

/** Finds what the people in a scene drag, the same on every gateway; what is not of the right shape is not there. */
export function readDrags(states: ReadonlyMap<number, Record<string, unknown>>): DragsMessage {
  const drags: { ids: string[]; matrix: number[] }[] = [];
  for (const [, { selection, drag }] of [...states].sort(([a], [b]) => a - b)) {
    if (drags.length < MAX_DRAGS && isNumbers(drag, MATRIX_LENGTH) && isIds(selection)) {
      drags.push({ ids: selection, matrix: drag });
    }
  }
  return { type: 'drags', drags };
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_DRAGGED && value.every(isId);
}
