import { ByteWriter } from './byte-writer.ts';
import { encodeIntegers } from './integers.ts';
import { compressLz4 } from './lz4.ts';
import type { Spec } from './types.ts';
import { ValueWriter } from './value-writer.ts';

const MAGIC = 'PXR-USDC';
/** The version that current OpenUSD and Quick Look write themselves; its sections are compressed. */
const VERSION = [0, 8, 0] as const;
const HEADER_BYTES = 88;
const TOC_OFFSET_AT = 16;
const SECTION_NAME_BYTES = 16;
/** Ends a set of fields. */
const END_OF_SET = -1;

type Section = { name: string; start: number; size: number };

/**
 * Writes a binary USD layer ("crate", .usdc).
 * @param specs the pseudo-root first, every parent before its children; every path that a list names must be among them.
 */
export function writeCrate(specs: readonly Spec[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  out.bytes(new TextEncoder().encode(MAGIC));
  out.bytes(new Uint8Array(VERSION));
  out.bytes(new Uint8Array(HEADER_BYTES - out.length));

  const pathIndex = new Map(specs.map((spec, index) => [spec.path, index]));
  const values = new ValueWriter(out, (path) => {
    const index = pathIndex.get(path);
    if (index === undefined) {
      throw new Error(`The layer has no ${path}`);
    }
    return index;
  });
  const table = collectFields(specs, values);
  const paths = pathTree(specs, values);
  writeSections(out, { specs, values, table, paths });
  return out.finish();
}

type Contents = { specs: readonly Spec[]; values: ValueWriter; table: FieldTable; paths: PathTree };

/** The tables behind the values, and at the end where each of them begins. */
function writeSections(out: ByteWriter, { specs, values, table, paths }: Contents): void {
  const sections: Section[] = [];
  const section = (name: string, counts: readonly number[], write: () => void) => {
    const start = out.length;
    for (const count of counts) {
      out.u64(count);
    }
    write();
    sections.push({ name, start, size: out.length - start });
  };
  section('TOKENS', [values.tokens.length], () => writeTokens(out, values.tokens));
  section('STRINGS', [values.strings.length], () => {
    for (const index of values.strings) {
      out.u32(index);
    }
  });
  section('FIELDS', [table.names.length], () => {
    writeIntegers(out, table.names);
    writeBlock(out, compressLz4(new Uint8Array(new BigUint64Array(table.values).buffer)));
  });
  section('FIELDSETS', [table.sets.length], () => writeIntegers(out, table.sets));
  section('PATHS', [specs.length, specs.length], () => {
    writeIntegers(out, paths.indices);
    writeIntegers(out, paths.elements);
    writeIntegers(out, paths.jumps);
  });
  section('SPECS', [specs.length], () => {
    writeIntegers(
      out,
      specs.map((_, index) => index),
    );
    writeIntegers(out, table.setOfSpec);
    writeIntegers(
      out,
      specs.map((spec) => spec.type),
    );
  });
  writeContents(out, sections);
}

type FieldTable = { names: number[]; values: bigint[]; sets: number[]; setOfSpec: number[] };

/** Equal fields (same name, same representation) are stored once; specs refer to them by sets. */
function collectFields(specs: readonly Spec[], writer: ValueWriter): FieldTable {
  const table: FieldTable = { names: [], values: [], sets: [], setOfSpec: [] };
  const known = new Map<string, number>();
  for (const spec of specs) {
    table.setOfSpec.push(table.sets.length);
    for (const [name, value] of spec.fields) {
      const representation = writer.write(value);
      const key = `${name} ${representation}`;
      let index = known.get(key);
      if (index === undefined) {
        index = table.names.push(writer.token(name)) - 1;
        table.values.push(representation);
        known.set(key, index);
      }
      table.sets.push(index);
    }
    table.sets.push(END_OF_SET);
  }
  return table;
}

type PathTree = { indices: number[]; elements: number[]; jumps: number[] };

/** A jump describes the relatives of a path: its child, its sibling (then the distance), both or neither. */
const JUMP = { onlyChild: -1, onlySibling: 0, leaf: -2 } as const;

/** The tree of paths, depth first. An element is the token of a path's last part, negative for properties. */
function pathTree(specs: readonly Spec[], writer: ValueWriter): PathTree {
  const children = new Map<string, number[]>();
  specs.forEach(({ path }, index) => {
    if (path !== '/') {
      const siblings = children.get(parentPath(path));
      if (siblings) {
        siblings.push(index);
      } else {
        children.set(parentPath(path), [index]);
      }
    }
  });
  const tree: PathTree = { indices: [], elements: [], jumps: [] };
  // An explicit stack, because a scene may be nested deeper than the call stack.
  const stack = [{ index: 0, hasSibling: false, leave: -1 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (entry.leave >= 0) {
      tree.jumps[entry.leave] = tree.indices.length - entry.leave;
      continue;
    }
    const path = specs[entry.index]?.path ?? '/';
    const at = tree.indices.push(entry.index) - 1;
    tree.elements.push(elementOf(path, writer));
    const below = children.get(path) ?? [];
    if (below.length === 0) {
      tree.jumps.push(entry.hasSibling ? JUMP.onlySibling : JUMP.leaf);
      continue;
    }
    tree.jumps.push(JUMP.onlyChild);
    if (entry.hasSibling) {
      stack.push({ index: entry.index, hasSibling: false, leave: at });
    }
    for (let i = below.length - 1; i >= 0; i -= 1) {
      stack.push({ index: below[i] ?? 0, hasSibling: i < below.length - 1, leave: -1 });
    }
  }
  return tree;
}

function parentPath(path: string): string {
  const end = path.includes('.') ? path.lastIndexOf('.') : path.lastIndexOf('/');
  return path.slice(0, end) || '/';
}

function elementOf(path: string, writer: ValueWriter): number {
  if (path === '/') {
    return 0;
  }
  const isProperty = path.includes('.');
  const element = writer.token(path.slice(path.lastIndexOf(isProperty ? '.' : '/') + 1));
  return isProperty ? -element : element;
}

function writeTokens(out: ByteWriter, tokens: readonly string[]): void {
  const text = new TextEncoder().encode(`${tokens.join('\0')}\0`);
  out.u64(text.length);
  writeBlock(out, compressLz4(text));
}

function writeIntegers(out: ByteWriter, values: readonly number[]): void {
  writeBlock(out, encodeIntegers(values));
}

function writeBlock(out: ByteWriter, bytes: Uint8Array): void {
  out.u64(bytes.length);
  out.bytes(bytes);
}

function writeContents(out: ByteWriter, sections: readonly Section[]): void {
  out.patchU64(TOC_OFFSET_AT, out.length);
  out.u64(sections.length);
  for (const { name, start, size } of sections) {
    const label = new Uint8Array(SECTION_NAME_BYTES);
    new TextEncoder().encodeInto(name, label);
    out.bytes(label);
    out.u64(start);
    out.u64(size);
  }
}
