/** Parts of three.js' reader of binary USD layers, which its types lack. */
declare module 'three/addons/loaders/usd/USDCParser.js' {
  export type CrateReader = {
    tell: () => number;
    seek: (offset: number) => void;
    readUint8: () => number;
    readInt32: () => number;
    readUint32: () => number;
    readInt64: () => number;
    readUint64: () => number;
    readFloat64: () => number;
  };
  /** Header of a value: its type, and the value itself where it fits. */
  export type ValueHeader = { typeEnum: number; isCompressed: boolean; getInlinedValue: () => number };
  export class USDCParser {
    buffer: ArrayBuffer;
    reader: CrateReader;
    version: { major: number; minor: number };
    sections: Partial<Record<string, { start: number; size: number }>>;
    tokens: string[];
    strings: number[];
    paths: string[];
    parseData(bytes: ArrayBuffer): {
      specsByPath: Record<string, { specType: number; fields: Record<string, unknown> }>;
    };
    _readScalarValue(type: number): unknown;
    _readArrayValue(header: ValueHeader): unknown;
    _readInlinedValue(header: ValueHeader): unknown;
    _readHalf(): number;
    specs: unknown[];
    _readTokens(): void;
    _readStrings: () => void;
    _readFields: () => void;
    _readFieldSets: () => void;
    _readPaths: () => void;
    _readSpecs: () => void;
  }
}
