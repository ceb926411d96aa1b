import type { ValueHeader } from 'three/addons/loaders/usd/USDCParser.js';
import { describe, expect, it } from 'vitest';
import { ARRAY, type CrateValue, crateLayer, f64, INLINED, TOKENS, u32, u64 } from './test/crate-layer.ts';
import { LayerParser, readTokens } from './usd-parser-internals.ts';

class Recorder extends LayerParser {
  readonly steps: string[] = [];

  protected override readScalar(type: number): unknown {
    this.steps.push(`scalar ${type}`);
    return super.readScalar(type);
  }

  protected override readInlined(header: ValueHeader): unknown {
    this.steps.push(`inlined ${header.typeEnum} ${header.getInlinedValue()}`);
    return super.readInlined(header);
  }

  protected override readArray(header: ValueHeader): unknown {
    const start = this.reader.tell();
    this.steps.push(`array ${header.typeEnum} of ${this.reader.readUint32()}`);
    this.reader.seek(start);
    return super.readArray(header);
  }
}

function read(value: CrateValue) {
  const parser = new Recorder();
  const { specsByPath } = parser.parseData(crateLayer(value));
  return { steps: parser.steps, said: specsByPath['/A']?.fields.said };
}

describe('the three.js parser of binary USD layers', () => {
  it('reads scalar, inlined and array values through overridable methods', () => {
    expect(read({ type: 9, value: f64(1.5) })).toEqual({ steps: ['scalar 9'], said: 1.5 });
    expect(read({ type: 4, flags: INLINED, inlined: 7 })).toEqual({ steps: ['inlined 4 7'], said: 7 });
    expect(read({ type: 4, flags: ARRAY, value: u32(2, 3, 4) })).toEqual({
      steps: ['array 4 of 2'],
      said: Uint32Array.of(3, 4),
    });
  });

  it('exposes the tables of the layer and a seekable reader', () => {
    const layer = crateLayer({ type: 9, value: [...u64(9), 0, 0x3c, ...f64(0.5)] });
    const parser = new Recorder();
    parser.parseData(layer);
    expect(parser.version).toMatchObject({ major: 0, minor: 1 });
    expect(parser.tokens).toEqual(TOKENS);
    expect(parser.strings).toEqual([1, 3, 4, 5]);
    expect(parser.paths).toEqual(['/', '/A', '/A/said']);
    parser.reader.seek(88);
    expect([parser.reader.readUint64(), parser.readHalf(), parser.reader.readFloat64()]).toEqual([9, 1, 0.5]);
    expect(parser.reader.tell()).toBe(88 + 18);
  });
});

describe('tokens of a binary USD layer', () => {
  it('are read even if other sections are damaged', () => {
    const layer = crateLayer({ type: 9, value: f64(1.5) });
    expect(readTokens(layer, 1_000)).toEqual(TOKENS);
    for (const section of ['STRINGS', 'FIELDS', 'FIELDSETS', 'PATHS', 'SPECS']) {
      const damaged = moveBehindEnd(layer, section);
      expect(() => new LayerParser().parseData(damaged)).toThrow();
      expect(readTokens(damaged, 1_000)).toEqual(TOKENS);
    }
  });

  it('are rejected with a RangeError above the limit', () => {
    expect(() => readTokens(crateLayer({ type: 9, value: f64(1.5) }), 10)).toThrow(RangeError);
  });
});

/** Copy of a layer whose table of contents has a section that begins behind the end of the layer. */
function moveBehindEnd(layer: ArrayBuffer, section: string): ArrayBuffer {
  const bytes = Buffer.from(layer.slice(0));
  const entry = bytes.lastIndexOf(section.padEnd(16, '\0'));
  bytes.writeBigUInt64LE(BigInt(bytes.length + 1_000), entry + 16);
  return new Uint8Array(bytes).buffer;
}
