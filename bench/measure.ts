/** One of the compared systems. */
export type Contender = {
  name: string;
  /** One measurement. */
  run: () => Promise<number>;
  /** Called once after the first run. @throws Error unless that run did its work. */
  check: () => void | Promise<void>;
};

/** For contenders of which each run throws unless its work was done. */
export const checkedByRun = () => undefined;

export type Measured = { name: string; median: number; min: number; max: number; values: number[] };

/** Measured rounds per contender, in turn, so that a slow minute of the machine affects all. */
export const ROUNDS = 5;

/**
 * Runs all contenders in rounds with rotating order, after one warm-up round.
 * @throws Error when a check fails after the first round.
 */
export async function interleave(
  contenders: readonly Contender[],
  { rounds = ROUNDS, warmUp = true }: { rounds?: number; warmUp?: boolean } = {},
): Promise<Measured[]> {
  const values = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const first = warmUp ? -1 : 0;
  for (let round = first; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(turn + Math.max(0, round)) % contenders.length];
      if (!contender) {
        continue;
      }
      const value = await contender.run();
      if (round === first) {
        await contender.check();
      }
      if (round >= 0) {
        values.get(contender.name)?.push(value);
      }
    }
  }
  return contenders.map(({ name }) => summarise(name, values.get(name) ?? []));
}

/** Times of several parts of one action, over turns after a warm-up. */
export async function timesOfParts<Part extends string>(
  parts: readonly Part[],
  { warmUp, turns }: { warmUp: number; turns: number },
  act: (turn: number) => Promise<Readonly<Record<Part, number>>>,
): Promise<Measured[]> {
  const all: Readonly<Record<Part, number>>[] = [];
  for (let turn = 0; turn < warmUp + turns; turn += 1) {
    all.push(await act(turn));
  }
  const counted = all.slice(warmUp);
  return parts.map((part) =>
    summarise(
      part,
      counted.map((times) => times[part]),
    ),
  );
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

/** Percentile of sorted values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Events per second for `count` events. */
export async function rate(count: number, run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (count / (performance.now() - startedAt)) * 1_000;
}
