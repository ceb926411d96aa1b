import type { ByteWriter } from './byte-writer.ts';
import { encodeIntegers } from './integers.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeType,
  type AttributeValue,
  COMPONENTS,
  CRATE,
  type FieldValue,
  type Numbers,
  type Samples,
} from './types.ts';

const FLAG = { array: 1n << 63n, inlined: 1n << 62n, compressed: 1n << 61n } as const;
/** OpenUSD reads shorter integer arrays as plain numbers, independent of the flag. */
const MIN_COMPRESSED_LENGTH = 16;
/** First byte of a list operation: the lists that follow. */
const LIST_OP = { explicit: 0b11, prepended: 0b10_0000 } as const;

/**
 * Writes values into a crate file and returns their 64-bit representations: type, flags and the value itself
 * or its offset.
 * A repeated array (the same object) is written once, so nodes that share geometry share its bytes.
 */
export class ValueWriter {
  /** Token 0 is a dummy, because a property's name is stored as its negative index and zero has no sign. */
  readonly tokens: string[] = [';-)'];
  /** Indices of tokens; a string is a token seen through this table. */
  readonly strings: number[] = [];
  readonly #tokenIndex = new Map<string, number>();
  readonly #written = new WeakMap<object, Map<number, bigint>>();
  readonly #out: ByteWriter;
  readonly #pathIndex: (path: string) => number;

  constructor(out: ByteWriter, pathIndex: (path: string) => number) {
    this.#out = out;
    this.#pathIndex = pathIndex;
  }

  token(name: string): number {
    // A zero byte ends a token in the file.
    const text = name.replaceAll('\0', '');
    const known = this.#tokenIndex.get(text);
    if (known !== undefined) {
      return known;
    }
    this.#tokenIndex.set(text, this.tokens.length);
    return this.tokens.push(text) - 1;
  }

  write(field: FieldValue): bigint {
    switch (field.kind) {
      case 'attribute':
        return this.#attribute(field.type, field.value);
      case 'samples':
        return this.#samples(field.type, field.samples);
      case 'specifier':
        return inlined(CRATE.Specifier, field.value);
      case 'variability':
        return inlined(CRATE.Variability, field.value);
      case 'tokens':
        return this.#indices(
          CRATE.TokenVector,
          undefined,
          field.value.map((text) => this.token(text)),
        );
      case 'tokenList':
        return this.#indices(
          CRATE.TokenListOp,
          LIST_OP.prepended,
          field.value.map((text) => this.token(text)),
        );
      case 'pathList':
        return this.#indices(CRATE.PathListOp, LIST_OP.explicit, field.value.map(this.#pathIndex));
    }
  }

  #attribute(type: AttributeType, value: AttributeValue): bigint {
    const crate = crateType(type);
    if (!type.endsWith('[]')) {
      return this.#scalar(crate, value);
    }
    if (typeof value !== 'object') {
      throw new TypeError(`An attribute of type ${type} needs an array`);
    }
    const known = this.#written.get(value)?.get(crate);
    if (known !== undefined) {
      return known;
    }
    const representation = this.#array(crate, value);
    const ofValue = this.#written.get(value) ?? new Map<number, bigint>();
    this.#written.set(value, ofValue.set(crate, representation));
    return representation;
  }

  #scalar(crate: number, value: AttributeValue): bigint {
    if (typeof value === 'string') {
      return inlined(
        crate,
        crate === CRATE.String ? this.strings.push(this.token(value)) - 1 : this.token(value),
      );
    }
    if (typeof value === 'boolean') {
      return inlined(crate, value ? 1 : 0);
    }
    if (typeof value !== 'number') {
      const at = this.#out.align(8);
      this.#numbers(crate, numbersOf(value));
      return stored(crate, at);
    }
    if (crate === CRATE.Int) {
      return inlined(crate, value >>> 0);
    }
    // A double is inlined as a float, so only one that a float holds exactly may be.
    if (crate === CRATE.Float || Math.fround(value) === value) {
      return inlined(crate, floatBits(value));
    }
    const at = this.#out.align(8);
    this.#out.f64(value);
    return stored(crate, at);
  }

  #array(crate: number, value: readonly string[] | Numbers): bigint {
    const at = this.#out.align(8);
    this.#out.u64(value.length / (COMPONENTS[crate] ?? 1));
    if (crate === CRATE.Token) {
      for (const text of value) {
        this.#out.u32(this.token(String(text)));
      }
      return stored(crate, at, FLAG.array);
    }
    const numbers = numbersOf(value);
    if (crate === CRATE.Int && numbers.length >= MIN_COMPRESSED_LENGTH) {
      const encoded = encodeIntegers(numbers);
      this.#out.u64(encoded.length);
      this.#out.bytes(encoded);
      return stored(crate, at, FLAG.array | FLAG.compressed);
    }
    this.#numbers(crate, numbers);
    return stored(crate, at, FLAG.array);
  }

  #numbers(crate: number, numbers: Numbers): void {
    this.#out.bytes(asBytes(crate, numbers));
  }

  /** Times, then one representation a sample; each part is reached by an offset relative to itself, here always 8. */
  #samples(type: AttributeType, { times, values }: Samples): bigint {
    const timesAt = this.#times(times);
    const representations = values.map((value) => this.#attribute(type, value));
    const at = this.#out.align(8);
    this.#out.u64(8);
    this.#out.u64(timesAt);
    this.#out.u64(8);
    this.#out.u64(representations.length);
    for (const representation of representations) {
      this.#out.u64(representation);
    }
    return stored(CRATE.TimeSamples, at);
  }

  #times(times: Float64Array): bigint {
    const known = this.#written.get(times)?.get(CRATE.DoubleVector);
    if (known !== undefined) {
      return known;
    }
    const at = this.#out.align(8);
    this.#out.u64(times.length);
    this.#numbers(CRATE.Double, times);
    const representation = stored(CRATE.DoubleVector, at);
    this.#written.set(times, new Map([[CRATE.DoubleVector, representation]]));
    return representation;
  }

  #indices(crate: number, header: number | undefined, indices: readonly number[]): bigint {
    const at = this.#out.align(8);
    if (header !== undefined) {
      this.#out.u8(header);
    }
    this.#out.u64(indices.length);
    for (const index of indices) {
      this.#out.u32(index);
    }
    return stored(crate, at);
  }
}

function crateType(type: AttributeType): number {
  // The suffix is the only difference between the two halves of the union.
  return ATTRIBUTE_TYPES[type.replace('[]', '') as keyof typeof ATTRIBUTE_TYPES];
}

function stored(crate: number, at: number, flags = 0n): bigint {
  return flags | (BigInt(crate) << 48n) | BigInt(at);
}

function inlined(crate: number, payload: number): bigint {
  return FLAG.inlined | (BigInt(crate) << 48n) | BigInt(payload);
}

const scratch = new DataView(new ArrayBuffer(4));

function floatBits(value: number): number {
  scratch.setFloat32(0, value, true);
  return scratch.getUint32(0, true);
}

function numbersOf(value: readonly string[] | Numbers): Numbers {
  if (typeof value[0] === 'string') {
    throw new TypeError('Numbers expected, found text');
  }
  // Arrays are homogeneous, so the first element speaks for all.
  return value as Numbers;
}

function asBytes(crate: number, numbers: Numbers): Uint8Array {
  const typed = typedArray(crate, numbers);
  return new Uint8Array(typed.buffer, typed.byteOffset, typed.byteLength);
}

function typedArray(crate: number, numbers: Numbers): ArrayBufferView {
  switch (crate) {
    case CRATE.Int:
      return Int32Array.from(numbers);
    case CRATE.Double:
    case CRATE.Matrix4d:
      return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
    case CRATE.Vec3h:
      return Float16Array.from(numbers);
    default:
      return numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
  }
}
