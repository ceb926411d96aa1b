/** Parts of three.js' composer of USD scenes, which its types lack. */
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
