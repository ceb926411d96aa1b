import { isId, isNumberArray } from './message-validators.ts';

/** Maximum of simultaneous drags that visitors see. */
const MAX_DRAGS = 20;
/** Maximum of nodes in a drag that visitors see live. They see larger drags at the end. */
const MAX_DRAGGED = 100;
const MATRIX_LENGTH = 16;

/**
 * Current drags as sent to visitors: the nodes, and the offset as a matrix in the scene. The users are
 * not named.
 */
export type DragsMessage = {
  type: 'drags';
  drags: readonly { ids: readonly string[]; matrix: readonly number[] }[];
};

/**
 * Finds the current drags of the users in a scene, the same on every gateway. Malformed states are ignored.
 */
export function readDrags(states: ReadonlyMap<number, Record<string, unknown>>): DragsMessage {
  const drags: { ids: string[]; matrix: number[] }[] = [];
  for (const [, { selection, drag }] of [...states].sort(([a], [b]) => a - b)) {
    if (drags.length < MAX_DRAGS && isNumberArray(drag, MATRIX_LENGTH) && isIds(selection)) {
      drags.push({ ids: selection, matrix: drag });
    }
  }
  return { type: 'drags', drags };
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_DRAGGED && value.every(isId);
}
