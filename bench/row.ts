import type { Measured } from './measure.ts';

/** A goal: the measured value, its limit, and whether it is reached. */
export type Goal = { text: string; value: number; limit: number; isReached: boolean };

export type RowResult = {
  unit: string;
  measured: Measured[];
  goals: Goal[];
  /** Missing software on this machine, and context for reading the figures. */
  notes: string[];
};

/** A line of the table of goals. */
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

/** The median of one contender. @throws Error for an unknown name. */
export function medianOf(measured: readonly Measured[], name: string): number {
  const found = measured.find((one) => one.name === name);
  if (!found) {
    throw new Error(`Nobody called ${name} was measured`);
  }
  return found.median;
}
