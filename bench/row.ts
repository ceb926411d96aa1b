import type { Measured } from './measure.ts';

/** One goal: the measured value, its limit, and whether the limit is met. */
export type Goal = { text: string; value: number; limit: number; isReached: boolean };

export type RowResult = {
  unit: string;
  measured: Measured[];
  goals: Goal[];
  /** Missing requirements on this machine, and remarks needed to read the figures. */
  notes: string[];
};

/** A row of the table of goals. */
export type Row = { name: string; what: string; run: () => Promise<RowResult> };

export const atLeast = (text: string, value: number, limit: number): Goal => ({
  text: `${text} ≥ ${limit}`,
  value,
  limit,
  isReached: value >= limit,
});

export const atMost = (text: string, value: number, limit: number): Goal => ({
  text: `${text} ≤ ${limit}`,
  value,
  limit,
  isReached: value <= limit,
});

/** Returns the median of one contender. @throws Error when no contender has that name. */
export function medianOf(measured: readonly Measured[], name: string): number {
  const found = measured.find((one) => one.name === name);
  if (!found) {
    throw new Error(`Nobody called ${name} was measured`);
  }
  return found.median;
}
