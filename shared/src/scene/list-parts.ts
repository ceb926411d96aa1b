import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { z } from 'zod';
import { checksumOf } from './checksum.ts';
import { isSameJson } from './json.ts';
import { BASE, type PartChanges, type PartForm, type Parts } from './part-form.ts';

/** Comparing every element of one part with every element of the other pays up to so many comparisons. */
const MOST_COMPARISONS = 250_000;

/**
 * A list whose elements were written at once has no ids. Its first change stores the list as the base. An element's
 * id is an order key: that of its place in the base, or one between its neighbours. Ids begin with the
 * checksum of the base, so changes of another base do not count. A part is `<checksum>/<order key>`, with `/<index>` for an item
 * of a tuple; false removes the element.
 */
type Element = { key: string; value: unknown };

/** Digits of an order key that may be last. */
const DIGITS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const NAME = /^[0-9a-z]{1,12}\/([A-Za-z0-9]{1,200})(?:\/(\d))?$/;

/** The form of lists of this element. Tuples in them merge item by item. */
export function listForm(element: z.ZodType): PartForm {
  const items = element instanceof z.ZodTuple ? (element.def.items as z.ZodType[]) : null;
  const removable = z.union([z.literal(false), element]);
  return {
    schemaOf: (name) => {
      if (name === BASE) {
        return z.array(element);
      }
      const [isName, , item] = NAME.exec(name) ?? [];
      if (isName === undefined) {
        return null;
      }
      if (item === undefined) {
        return items ? z.literal(false) : removable;
      }
      return items?.[Number(item)] ?? null;
    },
    join: (whole, parts) => elementsOf(whole, parts, items?.length).map(({ value }) => value),
    changes: (before, next, parts) => changesOf({ before, next, parts, size: items?.length }),
    canRebase: true,
  };
}

type Edit = { before: unknown; next: unknown; parts: Parts; size: number | undefined };

function changesOf({ before, next, parts, size }: Edit): PartChanges {
  const values = listOf(next);
  const stored = parts.get(BASE);
  const base = Array.isArray(stored) ? stored : listOf(before);
  const elements = elementsOf(before, parts, size);
  const prefix = `${checksumOf(base)}/`;
  const changes: PartChanges = new Map();
  const pairs = pairLists(
    elements.map(({ value }) => value),
    values,
  );
  const keys = keysOf(elements, pairs);
  for (const [i, key] of keys.entries()) {
    const from = elements[pairs.fromOf[i] ?? -1];
    setElement(changes, { name: prefix + key, from: from?.value, to: values[i], size });
  }
  for (const [i, { key }] of elements.entries()) {
    if (!pairs.kept.has(i)) {
      changes.set(prefix + key, false);
    }
  }
  return Array.isArray(stored) ? changes : changes.set(BASE, base);
}

function setElement(
  changes: PartChanges,
  { name, from, to, size }: { name: string; from: unknown; to: unknown; size: number | undefined },
): void {
  if (size === undefined) {
    if (from === undefined || !isSameJson(from, to)) {
      changes.set(name, to);
    }
    return;
  }
  const [before, after] = [listOf(from), listOf(to)];
  for (let i = 0; i < size; i += 1) {
    if (before[i] !== after[i]) {
      changes.set(`${name}/${i}`, after[i]);
    }
  }
}

/** The order key of each next element: that of the element it comes from, or a new one between its neighbours. */
function keysOf(elements: readonly Element[], { fromOf }: { fromOf: readonly number[] }): string[] {
  const keys: string[] = [];
  for (const [i, from] of fromOf.entries()) {
    const own = elements[from]?.key;
    const following = fromOf.slice(i).find((one) => one >= 0) ?? -1;
    keys.push(own ?? keyBetween(keys[i - 1] ?? null, elements[following]?.key ?? null));
  }
  return keys;
}

/** A key that no other client creates at the same place. */
function keyBetween(before: string | null, after: string | null): string {
  const key = generateKeyBetween(before, after) + randomDigits();
  return after === null || key < after ? key : keyBetween(generateKeyBetween(before, after), after);
}

function randomDigits(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => DIGITS[byte % DIGITS.length]).join(
    '',
  );
}

function elementsOf(whole: unknown, parts: Parts, size: number | undefined): Element[] {
  const stored = parts.get(BASE);
  const base = Array.isArray(stored) ? stored : listOf(whole);
  const prefix = `${checksumOf(base)}/`;
  const keys = orderKeys(base.length);
  const byKey = new Map<string, unknown>(base.map((value, i) => [keys[i] ?? '', value]));
  const removed = new Set<string>();
  for (const [name, value] of parts) {
    const [isName, key = '', item] = name.startsWith(prefix) ? (NAME.exec(name) ?? []) : [];
    if (isName === undefined) {
      continue;
    }
    if (value === false) {
      removed.add(key);
    } else {
      byKey.set(key, item === undefined ? value : withItem(listOf(byKey.get(key)), Number(item), value));
    }
  }
  return [...byKey]
    .filter(([key, value]) => !removed.has(key) && isWhole(value, size))
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function withItem(tuple: readonly unknown[], at: number, value: unknown): unknown[] {
  const copy = [...tuple];
  copy[at] = value;
  return copy;
}

/** Whether no item of a tuple is missing. */
function isWhole(value: unknown, size: number | undefined): boolean {
  return size === undefined || (Array.isArray(value) && value.length === size && !value.includes(undefined));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

let knownKeys: string[] = [];

/** The first order keys. They do not depend on their number. */
function orderKeys(count: number): readonly string[] {
  if (knownKeys.length < count) {
    knownKeys = generateNKeysBetween(null, null, count);
  }
  return knownKeys;
}

/** Index of the earlier element by element of the next list, -1 for a new one, and the earlier elements that stay. */
type ListPairs = { fromOf: number[]; kept: ReadonlySet<number> };

/**
 * Pairs the elements of a list with those of its successor in their order: equal ones first, then those between them. Where
 * a part has grown or shrunk, its last elements are new or removed.
 */
function pairLists(before: readonly unknown[], next: readonly unknown[]): ListPairs {
  let start = 0;
  while (start < Math.min(before.length, next.length) && isSameJson(before[start], next[start])) {
    start += 1;
  }
  let end = 0;
  const most = Math.min(before.length, next.length) - start;
  while (end < most && isSameJson(before.at(-1 - end), next.at(-1 - end))) {
    end += 1;
  }
  const fromOf = next.map(() => -1);
  for (let i = 0; i < start; i += 1) {
    fromOf[i] = i;
  }
  for (let i = 1; i <= end; i += 1) {
    fromOf[next.length - i] = before.length - i;
  }
  pairBetween(fromOf, { before, next, start, end });
  return { fromOf, kept: new Set(fromOf.filter((from) => from >= 0)) };
}

type Between = { before: readonly unknown[]; next: readonly unknown[]; start: number; end: number };

function pairBetween(fromOf: number[], { before, next, start, end }: Between): void {
  const [a, b] = [before.slice(start, before.length - end), next.slice(start, next.length - end)];
  // Lists of equal length have no added or removed elements.
  const anchors = a.length === b.length ? [] : longestCommon(a, b);
  let [i, j] = [0, 0];
  for (const [ai, bj] of [...anchors, [a.length, b.length] as const]) {
    while (i < ai && j < bj) {
      fromOf[start + j] = start + i;
      i += 1;
      j += 1;
    }
    if (bj < b.length) {
      fromOf[start + bj] = start + ai;
    }
    [i, j] = [ai + 1, bj + 1];
  }
}

/** Pairs of places of a longest common subsequence, in order; none where looking for it takes too long. */
function longestCommon(a: readonly unknown[], b: readonly unknown[]): (readonly [number, number])[] {
  if (a.length * b.length > MOST_COMPARISONS) {
    return [];
  }
  const lengths = a.map(() => new Uint16Array(b.length + 1));
  lengths.push(new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? new Uint16Array();
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = isSameJson(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (isSameJson(a[i], b[j])) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}
