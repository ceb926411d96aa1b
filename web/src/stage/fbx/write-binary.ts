import type { FbxFile, FbxNode, FbxValue } from './fbx-node.ts';

const HEADER = 'Kaydara FBX Binary  \0\x1a\0';
/** Last version with lengths of four bytes. */
const VERSION = 7400;
const RECORD_BYTES = 13;
/** Readers expect data after the last node. */
const FOOTER_BYTES = 140;
const ARRAY_HEAD_BYTES = 13;

const text = new TextEncoder();

/** Writes a tree as binary FBX 7.4, with uncompressed arrays. */
export function writeBinaryFbx({ nodes }: FbxFile): ArrayBuffer {
  const sizes = new Map<FbxNode, number>();
  const body = nodes.reduce((sum, node) => sum + measure(node, sizes), 0);
  const bytes = new Uint8Array(HEADER.length + 4 + body + RECORD_BYTES + FOOTER_BYTES);
  bytes.set(Uint8Array.from(HEADER, (letter) => letter.charCodeAt(0)));
  const writer = new Writer(bytes, sizes);
  writer.uint32(VERSION);
  for (const node of nodes) {
    writer.node(node);
  }
  return bytes.buffer;
}

function measure(node: FbxNode, sizes: Map<FbxNode, number>): number {
  const values = node.values.reduce((sum, value) => sum + sizeOf(value), 0);
  const children = node.children.reduce((sum, child) => sum + measure(child, sizes), 0);
  const end = node.children.length > 0 ? RECORD_BYTES : 0;
  const size = RECORD_BYTES + text.encode(node.name).length + values + children + end;
  sizes.set(node, size);
  return size;
}

function sizeOf(value: FbxValue): number {
  switch (value.kind) {
    case 'bool':
      return 2;
    case 'int':
      return 5;
    case 'long':
    case 'double':
      return 9;
    case 'text':
      return 5 + text.encode(value.value).length;
    case 'bytes':
      return 5 + value.value.length;
    default:
      return ARRAY_HEAD_BYTES + value.values.byteLength;
  }
}

class Writer {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sizes: ReadonlyMap<FbxNode, number>;
  #at = HEADER.length;

  constructor(bytes: Uint8Array, sizes: ReadonlyMap<FbxNode, number>) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
    this.#sizes = sizes;
  }

  uint32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  node(node: FbxNode): void {
    this.uint32(this.#at + (this.#sizes.get(node) ?? 0));
    this.uint32(node.values.length);
    this.uint32(node.values.reduce((sum, value) => sum + sizeOf(value), 0));
    const name = text.encode(node.name);
    this.#put(Uint8Array.of(name.length));
    this.#put(name);
    for (const value of node.values) {
      this.#value(value);
    }
    for (const child of node.children) {
      this.node(child);
    }
    if (node.children.length > 0) {
      this.#at += RECORD_BYTES;
    }
  }

  #value(value: FbxValue): void {
    switch (value.kind) {
      case 'bool':
        this.#put(Uint8Array.of(0x43, Number(value.value)));
        break;
      case 'int':
        this.#type('I');
        this.#view.setInt32(this.#at, value.value, true);
        this.#at += 4;
        break;
      case 'long':
        this.#type('L');
        this.#view.setBigInt64(this.#at, value.value, true);
        this.#at += 8;
        break;
      case 'double':
        this.#type('D');
        this.#view.setFloat64(this.#at, value.value, true);
        this.#at += 8;
        break;
      case 'text':
        this.#sized('S', text.encode(value.value));
        break;
      case 'bytes':
        this.#sized('R', value.value);
        break;
      default: {
        const { buffer, byteOffset, byteLength } = value.values;
        this.#type(value.kind);
        this.uint32(value.values.length);
        this.uint32(0);
        this.uint32(byteLength);
        this.#put(new Uint8Array(buffer, byteOffset, byteLength));
      }
    }
  }

  #sized(type: string, bytes: Uint8Array): void {
    this.#type(type);
    this.uint32(bytes.length);
    this.#put(bytes);
  }

  #type(letter: string): void {
    this.#put(Uint8Array.of(letter.charCodeAt(0)));
  }

  #put(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }
}
