import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from '../refused-error.ts';
import type { FbxArray, FbxFile, FbxNode, FbxValue } from './fbx-node.ts';

const MAX_DEPTH = 64;
const INT_LIMIT = 2 ** 31;

/** A name with its colon, a quoted text, a count of numbers, a word or number, or a single sign. */
const TOKEN = /([A-Za-z_][\w|-]*):|"([^"]*)"|\*(\d+)|([^\s{},";:]+)|([{},])|(\n)|[^\S\n]+|[":;]/y;

/** Quoted texts may contain the comment sign. */
const QUOTED_OR_COMMENT = /("[^"]*")|;[^\n]*/g;

/** Reads text FBX with any indentation. @throws {@link RefusedError} for another format. */
export function readTextFbx(raw: string): FbxFile {
  const text = raw.replace(/\r\n?/g, '\n').replace(QUOTED_OR_COMMENT, '$1');
  const version = Number(/FBXVersion:\s*(\d+)/.exec(text)?.[1]);
  if (!Number.isFinite(version)) {
    throw new RefusedError(importMessage('fbx.no-version'));
  }
  const nodes = new TextReader(text).list(0);
  nodes.find(({ name }) => name === 'Objects')?.children.forEach(nameAsBinary);
  return { version, nodes };
}

type Token = { sign: string } | { name: string } | { count: number } | { value: FbxValue };

class TextReader {
  readonly #text: string;
  #at = 0;
  #next: Token | null;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#scan();
  }

  /** Reads all nodes up to the brace that ends the list, or to the end of the file. */
  list(depth: number): FbxNode[] {
    if (depth > MAX_DEPTH) {
      throw new RefusedError(importMessage('limit.nesting'));
    }
    const nodes: FbxNode[] = [];
    for (let token = this.#take(); token && !isSign(token, '}'); token = this.#take()) {
      if ('name' in token) {
        nodes.push(this.#node(token.name, depth));
      }
    }
    return nodes;
  }

  #node(name: string, depth: number): FbxNode {
    const node: FbxNode = { name, values: [], children: [] };
    let mayGoOn = true;
    while (this.#next && !('name' in this.#next) && !isSign(this.#next, '}')) {
      // A line break ends the values, except after a comma or before an opening brace.
      if (isSign(this.#next, '\n') && !mayGoOn && !this.#braceFollows()) {
        break;
      }
      const token = this.#take();
      if (!token || isSign(token, '{')) {
        node.children = token ? this.list(depth + 1) : [];
        break;
      }
      mayGoOn = isSign(token, ',') || (mayGoOn && isSign(token, '\n'));
      if ('count' in token) {
        node.values.push(this.#array(token.count));
        break;
      }
      if ('value' in token) {
        node.values.push(token.value);
      }
    }
    return name === 'Content' ? joinContent(node) : node;
  }

  /** Reads `*3 { a: 1,2,3 }`, which most of a file consists of, in one step without a token per number. */
  #array(count: number): FbxArray {
    const open = this.#text.indexOf('{', this.#at - 1);
    const close = this.#text.indexOf('}', open);
    if (open < 0 || close < 0) {
      throw new RefusedError(importMessage('fbx.list-cut-off'));
    }
    const body = this.#text.slice(open + 1, close).replace(/^\s*a:/, '');
    const values = body.trim() === '' ? [] : body.split(',').slice(0, count).map(Number);
    this.#at = close + 1;
    this.#next = this.#scan();
    const isWhole = values.every((value) => Number.isInteger(value) && Math.abs(value) < INT_LIMIT);
    return isWhole
      ? { kind: 'i', values: Int32Array.from(values) }
      : { kind: 'd', values: Float64Array.from(values) };
  }

  #braceFollows(): boolean {
    return /^\s*\{/.test(this.#text.slice(this.#at, this.#at + 200));
  }

  #take(): Token | null {
    const token = this.#next;
    this.#next = this.#scan();
    return token;
  }

  #scan(): Token | null {
    while (this.#at < this.#text.length) {
      TOKEN.lastIndex = this.#at;
      const match = TOKEN.exec(this.#text);
      this.#at = match ? TOKEN.lastIndex : this.#at + 1;
      const [, name, quoted, count, word, sign, line] = match ?? [];
      if (name !== undefined) {
        return { name };
      }
      if (quoted !== undefined) {
        return { value: { kind: 'text', value: quoted.replaceAll('&quot;', '"') } };
      }
      if (count !== undefined) {
        return { count: Number(count) };
      }
      if (word !== undefined) {
        return { value: readWord(word) };
      }
      if (sign !== undefined || line !== undefined) {
        return { sign: sign ?? '\n' };
      }
    }
    return null;
  }
}

function isSign(token: Token, sign: string): boolean {
  return 'sign' in token && token.sign === sign;
}

function readWord(word: string): FbxValue {
  const value = Number(word);
  if (Number.isNaN(value)) {
    return { kind: 'text', value: word };
  }
  if (!/^[-+]?\d+$/.test(word)) {
    return { kind: 'double', value };
  }
  return Math.abs(value) < INT_LIMIT ? { kind: 'int', value } : { kind: 'long', value: BigInt(word) };
}

/** Joins the content of an embedded file, which is split into separate base64 strings. */
function joinContent(node: FbxNode): FbxNode {
  const pieces = node.values.flatMap((value) => (value.kind === 'text' && value.value ? [value.value] : []));
  if (pieces.length === 0) {
    return node;
  }
  const decoded = pieces.map((piece) => Uint8Array.from(decode(piece), (letter) => letter.charCodeAt(0)));
  const bytes = new Uint8Array(decoded.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of decoded) {
    bytes.set(part, at);
    at += part.length;
  }
  return { ...node, values: [{ kind: 'bytes', value: bytes }] };
}

function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    // A broken picture is detected when it is decoded, and does not affect the rest of the model.
    return '';
  }
}

/** Converts `Model::Box` of the text form to the binary form, where the name comes first. */
function nameAsBinary(node: FbxNode): void {
  const value = node.values[1];
  if (value?.kind === 'text') {
    value.value = value.value.replace(/^(\w+)::(.*)$/s, '$2\0\x01$1');
  }
}
