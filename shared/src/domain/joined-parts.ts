/** Key in the extras of a model's scene for parts that are drawn as one: an object of names by material. */
export const JOINED_PARTS_KEY = 'joinedParts';

/** Maximum number of names stored for one model. */
export const MAX_JOINED_PARTS = 2_000;

/** A part of a model that is merged with others into one mesh, and its material. */
export type JoinedPart = { name: string; slot: string };

/** Run of names that differ by a number: prefix, first, last, step, and minimum number of digits. */
type Run = readonly [stem: string, from: number, to: number, step: number, digits: number];

/** Shorter runs are stored as single names. */
const SHORTEST_RUN = 4;
const NUMBERED = /^(.*?)(0|[1-9]\d{0,8}|0\d{1,8})$/;

/** Compresses names: programs number parts, and `Bolt 1` to `Bolt 2000` become one run. */
export function packNames(names: Iterable<string>): (string | Run)[] {
  const packed: (string | Run)[] = [];
  const numbered = new Map<string, { stem: string; digits: number; numbers: number[] }>();
  for (const name of names) {
    const [, stem = '', number = ''] = NUMBERED.exec(name) ?? [];
    if (number === '') {
      packed.push(name);
      continue;
    }
    const digits = number.length > 1 && number.startsWith('0') ? number.length : 1;
    const key = `${digits} ${stem}`;
    const group = numbered.get(key) ?? { stem, digits, numbers: [] };
    group.numbers.push(Number(number));
    numbered.set(key, group);
  }
  for (const { stem, digits, numbers } of numbered.values()) {
    for (const run of runsOf(numbers.sort((a, b) => a - b))) {
      const isRun = run.length >= SHORTEST_RUN;
      const [from = 0, next = 0] = run;
      packed.push(
        ...(isRun
          ? [[stem, from, run.at(-1) ?? from, next - from, digits] as const]
          : run.map((number) => stem + String(number).padStart(digits, '0'))),
      );
    }
  }
  return packed;
}

/** Splits ascending numbers greedily into the longest runs of equal steps. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const number of numbers) {
    const [first, second, last] = [run[0], run[1], run.at(-1)];
    const isNext =
      first === undefined || second === undefined || last === undefined || number - last === second - first;
    if (isNext) {
      run.push(number);
    } else {
      runs.push(run);
      run = [number];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

/** Reads joined parts from a scene's extras, which are unvalidated in files that were stored unchanged. */
export function readJoinedParts(extras: Readonly<Record<string, unknown>>): JoinedPart[] {
  const bySlot = extras[JOINED_PARTS_KEY];
  if (typeof bySlot !== 'object' || bySlot === null) {
    return [];
  }
  const parts: JoinedPart[] = [];
  for (const [slot, names] of Object.entries(bySlot)) {
    for (const entry of Array.isArray(names) ? names : []) {
      for (const name of namesIn(entry)) {
        if (parts.length === MAX_JOINED_PARTS) {
          return parts;
        }
        parts.push({ name, slot });
      }
    }
  }
  return parts;
}

function* namesIn(entry: unknown): Generator<string> {
  if (typeof entry === 'string') {
    yield entry;
  }
  if (!Array.isArray(entry)) {
    return;
  }
  const [stem, from, to, step, digits]: unknown[] = entry;
  const numbers = [from, to, step, digits];
  if (
    typeof stem !== 'string' ||
    !numbers.every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
  ) {
    return;
  }
  const width = Math.min(Number(digits), 9);
  for (let number = Number(from); number <= Number(to) && Number(step) > 0; number += Number(step)) {
    yield stem + String(number).padStart(width, '0');
  }
}
