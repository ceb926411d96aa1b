import { MB } from '../plans.ts';

/**
 * Progress of an import after each step, in per cent. A step begins at the value of the one before. Up
 * to `read` the file is converted, from there on it is optimised.
 */
export const IMPORT_PROGRESS = { begun: 5, unpacked: 10, converted: 40, read: 50, written: 90 } as const;

/**
 * Files of this size or more are imported only in the slots for large files, and never take the last slot
 * of the others.
 */
export const LARGE_BYTES = 50 * MB;
/** Each doubling beyond this size adds one to the turn. */
const STEP_BYTES = 8 * MB;
/**
 * Maximum turn. Jobs with the same turn run in order of arrival, so that newer ones cannot starve older ones.
 */
const MAX_TURN = 50;

/** Larger turns have separate slots, so that a first upload never waits for a thousand of another workspace. */
const MAX_PROMPT_TURN = 1;

/** Priority of an import: its turn, and whether it needs a slot for large files. */
export type ImportPriority = { turn: number; isLarge: boolean };

/**
 * Turn of an upload. It grows with the number of waiting uploads of the same workspace, so that a hundred of
 * one workspace do not delay another, and slightly with the size.
 */
export function importPriority({ waiting, size }: { waiting: number; size: number }): ImportPriority {
  const steps = Math.max(0, Math.floor(Math.log2(size / STEP_BYTES)));
  return { turn: Math.min(waiting + steps, MAX_TURN), isLarge: size >= LARGE_BYTES };
}

/** Ending of the names of an import's jobs, which have a queue for each. */
export function importSuffix({
  turn = 0,
  isLarge = false,
}: Partial<ImportPriority>): '' | '-bulk' | '-large' {
  if (isLarge) {
    return '-large';
  }
  return turn > MAX_PROMPT_TURN ? '-bulk' : '';
}
