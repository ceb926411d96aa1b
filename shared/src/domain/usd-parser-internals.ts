import { USDCParser, type ValueHeader } from 'three/addons/loaders/usd/USDCParser.js';

// The only file that uses private methods of three.js' reader of binary USD layers.
// `usd-parser-internals.test.ts` checks them, and the version of three.js is pinned.

/** Reader of a binary layer. A subclass overrides the methods for values that three.js ignores or misreads. */
export class LayerParser extends USDCParser {
  /** Reads a number of two bytes. */
  readHalf(): number {
    return this._readHalf();
  }

  /** Reads a value at the current place of the layer. */
  protected readScalar(type: number): unknown {
    return super._readScalarValue(type);
  }

  /** Reads a value that its header contains. */
  protected readInlined(header: ValueHeader): unknown {
    return super._readInlinedValue(header);
  }

  /** Reads a list at the current place of the layer. */
  protected readArray(header: ValueHeader): unknown {
    return super._readArrayValue(header);
  }

  override _readScalarValue(type: number): unknown {
    return this.readScalar(type);
  }

  override _readInlinedValue(header: ValueHeader): unknown {
    return this.readInlined(header);
  }

  override _readArrayValue(header: ValueHeader): unknown {
    return this.readArray(header);
  }
}

/**
 * Reads the table of all texts of a binary layer, and nothing else.
 * @param maxBytes - limit of the unpacked table
 * @throws Error for a damaged layer, and RangeError above the limit
 */
export function readTokens(layer: ArrayBuffer, maxBytes: number): readonly string[] {
  const parser = new TokenParser(maxBytes);
  parser.parseData(layer);
  return parser.tokens;
}

const pass = () => undefined;

class TokenParser extends USDCParser {
  readonly #maxBytes: number;
  override specs = [];
  override _readStrings = pass;
  override _readFields = pass;
  override _readFieldSets = pass;
  override _readPaths = pass;
  override _readSpecs = pass;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _readTokens(): void {
    const { start } = this.sections.TOKENS ?? { start: 0 };
    this.reader.seek(start);
    const count = this.reader.readUint64();
    const bytes = this.reader.readUint64();
    // Each token ends with a zero byte.
    if (count > bytes || bytes > this.#maxBytes) {
      throw new RangeError('The layer has more texts than bytes for them');
    }
    super._readTokens();
  }
}
