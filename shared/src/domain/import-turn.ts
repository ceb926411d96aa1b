import { MB } from '../plans.ts';

/** From this size on, a file is imported where only large ones are, and never takes the last place of the others. */
export const LARGE_BYTES = 50 * MB;
/** Each doubling beyond this is one step further back. */
const STEP_BYTES = 8 * MB;
/** Further back nobody waits: those who do are taken in the order they came, so that newer ones pass nobody for ever. */
const MAX_TURN = 50;

/** Where an import waits: how far behind others, and whether among the large ones. */
export type ImportTurn = { turn: number; isLarge: boolean };

/**
 * The turn of an upload: behind so many others as its workspace has waiting already, so that a hundred of one do not hold
 * up the one of another, and a little further back the larger it is.
 */
export function importTurn({ waiting, size }: { waiting: number; size: number }): ImportTurn {
  const steps = Math.max(0, Math.floor(Math.log2(size / STEP_BYTES)));
  return { turn: Math.min(waiting + steps, MAX_TURN), isLarge: size >= LARGE_BYTES };
}
