import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from '../refused-error.ts';

/** A scalar property, or a list whose length has a separate type. */
type PlyProperty = { name: string; type: string; lengthType: string | null };

type PlyPart = { name: string; count: number; properties: PlyProperty[] };

type PlyHead = {
  format: string;
  parts: PlyPart[];
  /** Name of the texture, which many tools write in a comment. */
  picture: string | null;
  /** Offset of the data, in bytes. */
  bodyAt: number;
};

const HEAD_BYTES = 64 * 1024;

export type PlyNumbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Concatenated lists of all elements; the list at `i` starts at `starts[i]` and ends at the next start. */
type PlyLists = { starts: number[]; values: number[] };

/** All elements of a kind, by property. */
export type PlyElements = {
  name: string;
  /** Declared number of elements. */
  declared: number;
  /** Number of complete elements. */
  count: number;
  numbers: Map<string, PlyNumbers>;
  lists: Map<string, PlyLists>;
};

type NumberType = {
  bytes: number;
  make: (count: number) => PlyNumbers;
  read: (view: DataView, at: number, isLittle: boolean) => number;
};

const INT8 = numberType(Int8Array, (view, at) => view.getInt8(at));
const UINT8 = numberType(Uint8Array, (view, at) => view.getUint8(at));
const INT16 = numberType(Int16Array, (view, at, isLittle) => view.getInt16(at, isLittle));
const UINT16 = numberType(Uint16Array, (view, at, isLittle) => view.getUint16(at, isLittle));
const INT32 = numberType(Int32Array, (view, at, isLittle) => view.getInt32(at, isLittle));
const UINT32 = numberType(Uint32Array, (view, at, isLittle) => view.getUint32(at, isLittle));
const FLOAT32 = numberType(Float32Array, (view, at, isLittle) => view.getFloat32(at, isLittle));
const FLOAT64 = numberType(Float64Array, (view, at, isLittle) => view.getFloat64(at, isLittle));

const TYPES = new Map<string, NumberType>([
  ['char', INT8],
  ['int8', INT8],
  ['uchar', UINT8],
  ['uint8', UINT8],
  ['short', INT16],
  ['int16', INT16],
  ['ushort', UINT16],
  ['uint16', UINT16],
  ['int', INT32],
  ['int32', INT32],
  ['uint', UINT32],
  ['uint32', UINT32],
  ['float', FLOAT32],
  ['float32', FLOAT32],
  ['double', FLOAT64],
  ['float64', FLOAT64],
]);

function numberType(
  Numbers: { BYTES_PER_ELEMENT: number; new (count: number): PlyNumbers },
  read: NumberType['read'],
): NumberType {
  return { bytes: Numbers.BYTES_PER_ELEMENT, make: (count) => new Numbers(count), read };
}

/** Returns the next number. @throws RangeError after the last one. */
type Next = (type: NumberType) => number;

/**
 * Reads a PLY of any of its three forms. A truncated file keeps its complete elements.
 * @throws {@link RefusedError} for an invalid header.
 */
export function readPly(bytes: ArrayBuffer): { elements: PlyElements[]; picture: string | null } {
  const head = readHead(bytes);
  const next = head.format === 'ascii' ? wordsOf(bytes, head) : numbersOf(bytes, head);
  return { elements: head.parts.map((part) => readElements(part, next)), picture: head.picture };
}

function wordsOf(bytes: ArrayBuffer, { bodyAt }: PlyHead): Next {
  const text = new TextDecoder('latin1').decode(new Uint8Array(bytes, Math.min(bodyAt, bytes.byteLength)));
  const word = /\S+/g;
  return () => {
    const match = word.exec(text);
    if (!match) {
      throw new RangeError('The text ends too early');
    }
    return Number(match[0]);
  };
}

function numbersOf(bytes: ArrayBuffer, { bodyAt, format }: PlyHead): Next {
  const view = new DataView(bytes);
  const isLittle = format === 'binary_little_endian';
  let at = bodyAt;
  return ({ bytes: size, read }) => {
    at += size;
    return read(view, at - size, isLittle);
  };
}

function readElements({ name, count, properties }: PlyPart, next: Next): PlyElements {
  const elements: PlyElements = { name, declared: count, count: 0, numbers: new Map(), lists: new Map() };
  const readers = properties.map((property) => {
    const type = typeOf(property.type);
    if (property.lengthType !== null) {
      const lists: PlyLists = { starts: [0], values: [] };
      elements.lists.set(property.name, lists);
      return listReader(lists, { type, lengthType: typeOf(property.lengthType), next });
    }
    const numbers = type.make(count);
    elements.numbers.set(property.name, numbers);
    return (i: number) => {
      numbers[i] = next(type);
    };
  });
  try {
    for (; elements.count < count; elements.count += 1) {
      for (const read of readers) {
        read(elements.count);
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
  }
  return elements;
}

function listReader(
  lists: PlyLists,
  { type, lengthType, next }: { type: NumberType; lengthType: NumberType; next: Next },
): () => void {
  return () => {
    for (let left = next(lengthType); left > 0; left -= 1) {
      lists.values.push(next(type));
    }
    lists.starts.push(lists.values.length);
  };
}

function typeOf(name: string): NumberType {
  const type = TYPES.get(name);
  if (!type) {
    throw new TypeError(`PLY has no numbers that are called ${name}`);
  }
  return type;
}

/**
 * Parses a PLY's header. @throws {@link RefusedError} if it is unterminated or declares more than the file can contain.
 */
function readHead(bytes: ArrayBuffer): PlyHead {
  const text = new TextDecoder('latin1').decode(
    new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEAD_BYTES)),
  );
  const end = /^end_header$/m.exec(text);
  if (!end) {
    throw new RefusedError(importMessage('damaged.head-ends-early'));
  }
  const newline = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const head: PlyHead = {
    format: 'ascii',
    parts: [],
    picture: null,
    bodyAt: end.index + end[0].length + newline.length,
  };
  for (const line of text.slice(0, end.index).split(/\r\n|\r|\n/)) {
    readLine(head, line.trim().split(/\s+/));
  }
  // Each value takes at least one byte.
  const values = head.parts.reduce((sum, { count, properties }) => sum + count * properties.length, 0);
  const isHollow = head.parts.some(({ count, properties }) => count > 0 && properties.length === 0);
  if (isHollow || values > bytes.byteLength) {
    throw new RefusedError(importMessage('damaged.claims-too-much'));
  }
  return head;
}

function readLine(head: PlyHead, [keyword, first = '', ...rest]: readonly string[]): void {
  if (keyword === 'format') {
    head.format = first;
  } else if (keyword === 'element') {
    head.parts.push({
      name: first,
      count: Math.max(Number.parseInt(rest[0] ?? '', 10) || 0, 0),
      properties: [],
    });
  } else if (keyword === 'property') {
    const [lengthType = '', type = '', name = ''] = rest;
    head.parts
      .at(-1)
      ?.properties.push(
        first === 'list'
          ? { name, type, lengthType }
          : { name: rest[0] ?? '', type: first, lengthType: null },
      );
  } else if (keyword === 'comment' && /^TextureFile$/i.test(first) && rest.length > 0) {
    head.picture ??= rest.join(' ');
  }
}
