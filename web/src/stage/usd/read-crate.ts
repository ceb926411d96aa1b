import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { LayerParser } from '@diorama/shared/domain/usd-parser-internals.ts';
import { DataUtils } from 'three';
import type { CrateReader, ValueHeader } from 'three/addons/loaders/usd/USDCParser.js';
import { RefusedError } from '../refused-error.ts';
import type { LayerSpecs, UsdReference } from './layer-specs.ts';

/** Value types of the binary form that three.js' reader ignores. */
const TYPE = {
  stringListOp: 33,
  referenceListOp: 35,
  payload: 47,
  stringVector: 50,
  payloadListOp: 55,
} as const;
/** Lists of a list operation in file order; deletions and reordering are ignored. */
const LISTS = [
  { flag: 0x02, isApplied: true },
  { flag: 0x04, isApplied: true },
  { flag: 0x20, isApplied: true },
  { flag: 0x40, isApplied: true },
  { flag: 0x08, isApplied: false },
  { flag: 0x10, isApplied: false },
];
/** Types of tuples: count of numbers, and their reader. */
const ROWS: Readonly<
  Record<number, [size: number, read: (reader: CrateReader, parser: LayerParser) => number]>
> = {
  1: [1, (reader) => reader.readUint8()],
  2: [1, (reader) => reader.readUint8()],
  5: [1, (reader) => reader.readInt64()],
  6: [1, (reader) => reader.readUint64()],
  13: [4, (reader) => reader.readFloat64()],
  14: [9, (reader) => reader.readFloat64()],
  16: [4, (reader) => reader.readFloat64()],
  19: [2, (reader) => reader.readFloat64()],
  21: [2, (_, parser) => parser.readHalf()],
  22: [2, (reader) => reader.readInt32()],
  23: [3, (reader) => reader.readFloat64()],
  26: [3, (reader) => reader.readInt32()],
  27: [4, (reader) => reader.readFloat64()],
  29: [4, (_, parser) => parser.readHalf()],
  30: [4, (reader) => reader.readInt32()],
};
/**
 * Sizes of tuples that a value contains itself as whole numbers of one byte, which three.js' reader takes for one number:
 * those of doubles and of halves.
 */
const INLINED_ROWS: Readonly<Record<number, number>> = { 19: 2, 23: 3, 25: 3, 27: 4, 29: 4 };
/** Single numbers that a value contains itself, by type. */
const INLINED_NUMBERS: Readonly<Record<number, (view: DataView) => number>> = {
  3: (view) => view.getInt32(0, true),
  5: (view) => view.getInt32(0, true),
  7: (view) => DataUtils.fromHalfFloat(view.getUint16(0, true)),
  56: (view) => view.getFloat32(0, true),
};
/** First minor version with layer offsets of payloads. */
const OFFSETS_SINCE_MINOR = 8;
/** Smallest size of a number, in bytes. */
const NUMBER_BYTES = 4;
/** First minor version with 64-bit list lengths. */
const LONG_LISTS_SINCE_MINOR = 7;

/** Reads a layer of the binary form, including composition arcs, which three.js' reader ignores. */
export function readCrate(bytes: ArrayBuffer): LayerSpecs {
  return new CrateParser().parseData(bytes).specsByPath;
}

class CrateParser extends LayerParser {
  protected override readScalar(type: number): unknown {
    switch (type) {
      case TYPE.stringVector:
        return this.#list(() => this.#string());
      case TYPE.stringListOp:
        return this.#listOp(() => this.#string());
      case TYPE.referenceListOp:
        return this.#listOp(() => this.#reference());
      case TYPE.payloadListOp:
        return this.#listOp(() => this.#payload());
      case TYPE.payload:
        return [this.#payload()];
      default:
        return super.readScalar(type);
    }
  }

  protected override readInlined(header: ValueHeader): unknown {
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, header.getInlinedValue(), true);
    const size = INLINED_ROWS[header.typeEnum];
    if (size !== undefined) {
      return Array.from({ length: size }, (_, at) => view.getInt8(at));
    }
    return INLINED_NUMBERS[header.typeEnum]?.(view) ?? super.readInlined(header);
  }

  protected override readArray(header: ValueHeader): unknown {
    this.#checkCount();
    const [size, read] = ROWS[header.typeEnum] ?? [];
    if (size === undefined || read === undefined || header.isCompressed) {
      return super.readArray(header);
    }
    const { reader } = this;
    const count = this.#arrayLength();
    // A list cannot be longer than the layer, regardless of its declared length.
    if (count * size > this.buffer.byteLength) {
      throw new RangeError('A list is longer than its layer');
    }
    return Float64Array.from({ length: count * size }, () => read(reader, this));
  }

  #listOp<Item>(read: () => Item): Item[] {
    const flags = this.reader.readUint8();
    return LISTS.filter(({ flag }) => (flags & flag) !== 0).flatMap(({ isApplied }) => {
      const list = this.#list(read);
      return isApplied ? list : [];
    });
  }

  #list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.#count() }, read);
  }

  #arrayLength(): number {
    const hasLong = this.version.major > 0 || this.version.minor >= LONG_LISTS_SINCE_MINOR;
    return hasLong ? this.reader.readUint64() : this.reader.readUint32();
  }

  /**
   * Checks the length of the array that follows. @throws {@link RefusedError} for one that a layer of this size cannot
   * contain.
   */
  #checkCount(): void {
    const start = this.reader.tell();
    const inflated = this.#arrayLength() * NUMBER_BYTES;
    this.reader.seek(start);
    if (isDecompressionBomb({ packed: this.buffer.byteLength, inflated, ratio: ARCHIVE_LIMITS.ratio })) {
      throw new RefusedError(importMessage('limit.unpacked-file'));
    }
  }

  #count(): number {
    const count = this.reader.readUint64();
    if (count > this.buffer.byteLength) {
      throw new RangeError('A list is longer than its layer');
    }
    return count;
  }

  #string(): string {
    return this.tokens[this.strings[this.reader.readUint32()] ?? -1] ?? '';
  }

  #reference(): UsdReference {
    const reference = this.#target();
    this.#skipOffset();
    this.#skipDictionary();
    return reference;
  }

  #payload(): UsdReference {
    const reference = this.#target();
    if (this.version.major > 0 || this.version.minor >= OFFSETS_SINCE_MINOR) {
      this.#skipOffset();
    }
    return reference;
  }

  #target(): UsdReference {
    const assetPath = this.#string();
    const primPath = this.paths[this.reader.readUint32()] ?? '';
    return { assetPath, primPath: primPath === '/' ? '' : primPath };
  }

  #skipOffset(): void {
    this.reader.readFloat64();
    this.reader.readFloat64();
  }

  #skipDictionary(): void {
    for (let left = this.#count(); left > 0; left -= 1) {
      this.reader.readUint32();
      const start = this.reader.tell();
      const offset = this.reader.readInt64();
      // The value is at an offset; the next entry starts after it.
      this.reader.seek(start + offset + 8);
      if (offset < 8 || this.reader.tell() > this.buffer.byteLength) {
        throw new RangeError('An entry lies outside of its layer');
      }
    }
  }
}
