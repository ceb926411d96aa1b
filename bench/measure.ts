/** One of those that are compared; a run is one measurement. */
export type Contender = { name: string; run: () => Promise<number> };

export type Measured = { name: string; median: number; min: number; max: number; values: number[] };

/** How often everybody runs, in turn, so that a slow minute of the machine is slow for all. */
export const ROUNDS = 5;

/** Runs all contenders round by round, in an order that rotates, after one round that does not count. */
export async function interleave(
  contenders: readonly Contender[],
  { rounds = ROUNDS, warmUp = true }: { rounds?: number; warmUp?: boolean } = {},
): Promise<Measured[]> {
  const values = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(turn + Math.max(0, round)) % contenders.length];
      if (!contender) {
        continue;
      }
      const value = await contender.run();
      if (round >= 0) {
        values.get(contender.name)?.push(value);
      }
    }
  }
  return contenders.map(({ name }) => summarise(name, values.get(name) ?? []));
}

export function summarise(name: string, values: number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    name,
    median: percentile(sorted, 0.5),
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    values,
  };
}

/** Of values in order. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Events a second for so many of them. */
export async function rate(count: number, run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (count / (performance.now() - startedAt)) * 1_000;
}
