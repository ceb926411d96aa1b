import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from '../refused-error.ts';

/** A word, number, sign, quoted text, `@file@` or `</path>` of a USD text. */
type Token =
  | { kind: 'name' | 'sign' | 'text' | 'file' | 'path'; value: string }
  | { kind: 'number'; value: number };

const END: Token = { kind: 'sign', value: '' };
const SPACE = /(?:\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*/y;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:[:.][\p{L}\p{N}_]+)*/uy;
const SPECIAL_NUMBERS: Readonly<Record<string, number>> = { inf: Number.POSITIVE_INFINITY, nan: Number.NaN };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Tokenizer of a USD text. */
export class UsdaTokens {
  readonly #text: string;
  #at = 0;
  #next: Token | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Next token without consuming it; an empty sign at the end. */
  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = null;
    return token;
  }

  /** Whether the next token is a sign or a name with this value. */
  isNext(value: string): boolean {
    const token = this.peek();
    return (token.kind === 'sign' || token.kind === 'name') && token.value === value;
  }

  /** Consumes a sign or a name if it is next, and returns whether it was. */
  skip(value: string): boolean {
    const isThere = this.isNext(value);
    if (isThere) {
      this.take();
    }
    return isThere;
  }

  /** @throws {@link RefusedError} for another token, as in a truncated text. */
  expect(value: string): void {
    if (!this.skip(value)) {
      throw new RefusedError(importMessage('damaged.format', { format: 'USD' }));
    }
  }

  isAtEnd(): boolean {
    return this.peek() === END;
  }

  #read(): Token {
    const text = this.#text;
    this.#match(SPACE);
    const sign = text[this.#at];
    if (sign === undefined) {
      return END;
    }
    if (sign === '"' || sign === "'") {
      return { kind: 'text', value: this.#quoted(sign) };
    }
    if (sign === '@') {
      const mark = text.startsWith('@@@', this.#at) ? '@@@' : '@';
      return { kind: 'file', value: this.#upTo(mark, mark) };
    }
    if (sign === '<') {
      return { kind: 'path', value: this.#upTo('<', '>') };
    }
    const number = this.#match(NUMBER);
    if (number !== '') {
      return { kind: 'number', value: Number(number) };
    }
    const name = this.#match(NAME);
    if (name !== '') {
      const special = SPECIAL_NUMBERS[name];
      return special === undefined ? { kind: 'name', value: name } : { kind: 'number', value: special };
    }
    this.#at += 1;
    if (sign === '-' && text.startsWith('inf', this.#at)) {
      this.#at += 'inf'.length;
      return { kind: 'number', value: Number.NEGATIVE_INFINITY };
    }
    return { kind: 'sign', value: sign };
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  /** Text between two delimiters, of which the first is next. */
  #upTo(open: string, close: string): string {
    const start = this.#at + open.length;
    const end = this.#text.indexOf(close, start);
    this.#at = end < 0 ? this.#text.length : end + close.length;
    return this.#text.slice(start, end < 0 ? undefined : end);
  }

  #quoted(sign: string): string {
    const long = sign.repeat(3);
    if (this.#text.startsWith(long, this.#at)) {
      return this.#upTo(long, long);
    }
    let value = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const letter = this.#text.charAt(this.#at);
      if (letter === sign || letter === '\n') {
        break;
      }
      if (letter === '\\') {
        this.#at += 1;
        const escaped = this.#text.charAt(this.#at);
        value += ESCAPES[escaped] ?? escaped;
      } else {
        value += letter;
      }
    }
    this.#at += 1;
    return value;
  }
}
