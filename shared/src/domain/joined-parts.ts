/** Where a model's scene says which parts are drawn as one: an object of names by material. */
export const JOINED_PARTS_KEY = 'joinedParts';

/** More names than these are not kept of one model. */
export const MAX_JOINED_PARTS = 2_000;

/** A part of a model that is drawn together with others, and the material that it wears. */
export type JoinedPart = { name: string; slot: string };

/** Names that differ by a number: what comes before it, the first, the last, the step, and how many digits it has at least. */
type Run = readonly [stem: string, from: number, to: number, step: number, digits: number];

/** Shorter runs are written out. */
const SHORTEST_RUN = 4;
const NUMBERED = /^(.*?)(0|[1-9]\d{0,8}|0\d{1,8})$/;

/** Writes names shortly: programs number parts, and thousands of `Bolt 1` to `Bolt 2000` are one run. */
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

/** Cuts rising numbers into the longest pieces of equal steps, from the first on. */
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

/** What a scene's extras say of joined parts; anything may stand there in files that were kept as they came. */
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
