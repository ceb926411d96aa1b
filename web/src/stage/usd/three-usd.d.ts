/** Results of three.js' USD readers, which its types lack. */
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
    _readArrayValue(rep: { typeEnum: number; isCompressed: boolean }): unknown;
    _readInlinedValue(rep: { typeEnum: number; getInlinedValue: () => number }): unknown;
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

declare module 'three/addons/loaders/usd/USDComposer.js' {
  import type {
    BufferGeometry,
    Group,
    KeyframeTrack,
    LoadingManager,
    Material,
    Mesh,
    Object3D,
    Texture,
    Wrapping,
  } from 'three';

  type Attributes = Record<string, unknown>;
  type Spec = { specType: number; fields: Record<string, unknown> };
  export class USDComposer {
    constructor(manager: LoadingManager);
    specsByPath: Record<string, Spec>;
    texturePromises: Promise<unknown>[];
    compose(layer: { specsByPath: Record<string, Spec> }): Group;
    _getAttributes(path: string): Record<string, unknown>;
    _buildHierarchy(parent: Object3D, path: string): void;
    _getMaterialBindingTarget(path: string): string | null;
    _buildMaterial(path: string, attributes: Record<string, unknown>): Material;
    _getWrapMode(mode: unknown): Wrapping;
    _createTextureFromData(
      url: string,
      attributes: Attributes | null,
      transform: Attributes | null,
    ): Texture | null;
    _applyMaterial(material: Material, path: string): void;
    _buildTransformAnimations(): KeyframeTrack[];
    _buildMesh(path: string, spec: Spec): Mesh | null;
    _buildGeometry(path: string, attributes: Record<string, unknown>, hasSkinning?: boolean): BufferGeometry;
    _buildGeometryWithSubsets(
      attributes: Record<string, unknown>,
      subsets: { indices: ArrayLike<number>; materialPath: string | null }[],
      hasSkinning?: boolean,
    ): BufferGeometry;
    _buildHoleMap(holes: unknown): unknown;
    _triangulateIndicesWithPattern(
      corners: unknown,
      counts: unknown,
      points: unknown,
      holes: unknown,
    ): { indices: ArrayLike<number>; pattern: ArrayLike<number> };
  }
}
