import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { unzlibSync } from 'three/addons/libs/fflate.module.js';
import { RefusedError } from '../refused-error.ts';
import type { FbxArray, FbxFile, FbxNode, FbxValue } from './fbx-node.ts';

const MAGIC = 'Kaydara FBX Binary  \0';
const VERSION_AT = 23;
const FIRST_NODE_AT = 27;
/** First version with lengths of eight bytes. */
const WIDE_VERSION = 7500;
const MAX_DEPTH = 64;
/** Limit of the total inflated size of a file's arrays, in bytes. */
const MAX_INFLATED = 1_000_000_000;

const ARRAYS: Record<string, { bytes: number; make: (buffer: ArrayBuffer) => FbxArray }> = {
  d: { bytes: 8, make: (buffer) => ({ kind: 'd', values: new Float64Array(buffer) }) },
  f: { bytes: 4, make: (buffer) => ({ kind: 'f', values: new Float32Array(buffer) }) },
  i: { bytes: 4, make: (buffer) => ({ kind: 'i', values: new Int32Array(buffer) }) },
  l: { bytes: 8, make: (buffer) => ({ kind: 'l', values: new BigInt64Array(buffer) }) },
  b: { bytes: 1, make: (buffer) => ({ kind: 'b', values: new Uint8Array(buffer) }) },
  c: { bytes: 1, make: (buffer) => ({ kind: 'b', values: new Uint8Array(buffer) }) },
};

/** Whether a file starts with the header of binary FBX. */
export function isBinaryFbx(bytes: Uint8Array): boolean {
  return MAGIC.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/** Reads binary FBX. @throws {@link RefusedError} for a truncated or invalid file. */
export function readBinaryFbx(bytes: Uint8Array): FbxFile {
  try {
    return new Reader(bytes).file();
  } catch (cause) {
    throw cause instanceof RefusedError ? cause : new RefusedError(importMessage('fbx.cut-off'), { cause });
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #text = new TextDecoder();
  #at = 0;
  #isWide = false;
  #packed = 0;
  #inflated = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  file(): FbxFile {
    const version = this.#view.getUint32(VERSION_AT, true);
    this.#isWide = version >= WIDE_VERSION;
    this.#at = FIRST_NODE_AT;
    const nodes: FbxNode[] = [];
    for (let node = this.#node(0); node; node = this.#node(0)) {
      nodes.push(node);
    }
    return { version, nodes };
  }

  /** @returns null for the empty record that ends a list. */
  #node(depth: number): FbxNode | null {
    const end = this.#length();
    const count = this.#length();
    this.#length();
    const nameBytes = this.#take(1)[0] ?? 0;
    const name = this.#text.decode(this.#take(nameBytes));
    if (end === 0) {
      return null;
    }
    if (depth > MAX_DEPTH || end > this.#bytes.length || end < this.#at) {
      throw new Error('A node ends where it cannot');
    }
    const values: FbxValue[] = [];
    for (let i = 0; i < count; i += 1) {
      values.push(this.#value());
    }
    const children: FbxNode[] = [];
    while (this.#at < end) {
      const child = this.#node(depth + 1);
      if (!child) {
        break;
      }
      children.push(child);
    }
    this.#at = end;
    return { name, values, children };
  }

  #value(): FbxValue {
    const type = String.fromCharCode(this.#take(1)[0] ?? 0);
    switch (type) {
      case 'C':
        return { kind: 'bool', value: ((this.#take(1)[0] ?? 0) & 1) === 1 };
      case 'B':
      case 'Z':
        return { kind: 'int', value: this.#number(1, (at) => this.#view.getInt8(at)) };
      case 'Y':
        return { kind: 'int', value: this.#number(2, (at) => this.#view.getInt16(at, true)) };
      case 'I':
        return { kind: 'int', value: this.#number(4, (at) => this.#view.getInt32(at, true)) };
      case 'F':
        return { kind: 'double', value: this.#number(4, (at) => this.#view.getFloat32(at, true)) };
      case 'D':
        return { kind: 'double', value: this.#number(8, (at) => this.#view.getFloat64(at, true)) };
      case 'L':
        return { kind: 'long', value: this.#number(8, (at) => this.#view.getBigInt64(at, true)) };
      case 'S':
        return { kind: 'text', value: this.#text.decode(this.#take(this.#uint32())) };
      case 'R':
        return { kind: 'bytes', value: this.#take(this.#uint32()) };
      default:
        return this.#array(type);
    }
  }

  #array(type: string): FbxArray {
    const form = ARRAYS[type];
    const [count, encoding, length] = [this.#uint32(), this.#uint32(), this.#uint32()];
    if (!form) {
      throw new Error('A value is of no known form');
    }
    const size = count * form.bytes;
    const stored = this.#take(encoding === 0 ? size : length);
    this.#packed += stored.length;
    this.#inflated += size;
    const isBomb = isDecompressionBomb({
      packed: this.#packed,
      inflated: this.#inflated,
      ratio: ARCHIVE_LIMITS.ratio,
    });
    if (isBomb || this.#inflated > MAX_INFLATED) {
      // Based on the size that the file declares: nothing is inflated beyond it.
      throw new RefusedError(importMessage('limit.unpacked-file'));
    }
    const plain = encoding === 0 ? stored : unzlibSync(stored, { out: new Uint8Array(size) });
    if (plain.length < size) {
      throw new Error('An array is shorter than it says');
    }
    return form.make(new Uint8Array(plain.subarray(0, size)).buffer);
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) {
      throw new Error('The file ends too early');
    }
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #number<Value>(bytes: number, read: (at: number) => Value): Value {
    this.#take(bytes);
    return read(this.#at - bytes);
  }

  #uint32(): number {
    return this.#number(4, (at) => this.#view.getUint32(at, true));
  }

  #length(): number {
    return this.#isWide ? Number(this.#number(8, (at) => this.#view.getBigUint64(at, true))) : this.#uint32();
  }
}
