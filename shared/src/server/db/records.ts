import { toIsoTime } from './parsers.ts';

const QUOTE = 34;

/**
 * Reads a row that comes as one text, in PostgreSQL's form of a composite value: `(…,"…",,…)`. The driver spends most of its
 * time on making a string of every value of every row; a page of sixty rows with thirty columns is read in less than half
 * of it this way. Each call takes the next value; they are called in the order of the statement's columns.
 *
 * For long lists alone, as nothing here knows a column's name.
 *
 * @see https://www.postgresql.org/docs/current/rowtypes.html#ROWTYPES-IO-SYNTAX
 */
export class RecordFields {
  readonly #record: string;
  #at = 1;

  /** @param record what `select row(…)::text` gives. */
  constructor(record: string) {
    this.#record = record;
  }

  /** @throws Error when no value is left. */
  textOrNull(): string | null {
    const record = this.#record;
    const start = this.#at;
    if (start >= record.length) {
      throw new Error(`A record has no further column: ${record}`);
    }
    if (record.charCodeAt(start) === QUOTE) {
      const end = endOfQuoted(record, start);
      this.#at = end + 1;
      return unquote(record.slice(start + 1, end - 1));
    }
    const comma = record.indexOf(',', start);
    const end = comma === -1 ? record.length - 1 : comma;
    this.#at = end + 1;
    return end === start ? null : record.slice(start, end);
  }

  /** @throws Error when it is null. */
  text(): string {
    const value = this.textOrNull();
    if (value === null) {
      throw new Error(`A column is null that never is: ${this.#record}`);
    }
    return value;
  }

  /** One of the words that a check of the table allows. */
  word<Word extends string>(): Word {
    return this.text() as Word;
  }

  wordOrNull<Word extends string>(): Word | null {
    return this.textOrNull() as Word | null;
  }

  /** int8 too, as all of ours stay below 2^53. */
  number(): number {
    return Number(this.text());
  }

  numberOrNull(): number | null {
    const value = this.textOrNull();
    return value === null ? null : Number(value);
  }

  /** Null is false. */
  boolean(): boolean {
    return this.textOrNull() === 't';
  }

  /** A timestamptz as ISO 8601 in UTC. */
  time(): string {
    return toIsoTime(this.text());
  }

  timeOrNull(): string | null {
    const value = this.textOrNull();
    return value === null ? null : toIsoTime(value);
  }

  /** Json of the shape that was stored. */
  json<Value>(): Value {
    return JSON.parse(this.text());
  }

  jsonOrNull<Value>(): Value | null {
    const value = this.textOrNull();
    return value === null ? null : JSON.parse(value);
  }

  /** @throws Error when values are left, so that columns and calls cannot come apart. */
  end(): void {
    if (this.#at !== this.#record.length) {
      throw new Error(`A record has further columns: ${this.#record}`);
    }
  }
}

/** Where the comma or parenthesis after a quoted value is; a quote inside stands twice. */
function endOfQuoted(record: string, start: number): number {
  let quote = record.indexOf('"', start + 1);
  while (record.charCodeAt(quote + 1) === QUOTE) {
    quote = record.indexOf('"', quote + 2);
  }
  return quote + 1;
}

function unquote(value: string): string {
  return value.includes('"') || value.includes('\\')
    ? value.replace(/""|\\\\/g, (pair) => pair.charAt(0))
    : value;
}
