import type { BufferGeometry, KeyframeTrack, Material, Mesh, Object3D, Texture, Wrapping } from 'three';
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js';
import type { Attributes, Subset } from './face-varying-colors.ts';
import type { Spec } from './layer-specs.ts';

// The only file that uses private methods of three.js' composer of USD scenes.
// `usd-composer-internals.test.ts` checks them, and the version of three.js is pinned.

/** three.js' composer of USD scenes, with the steps that a subclass overrides or calls. */
export class ComposerSteps extends USDComposer {
  /** Builds the children of a prim. */
  protected buildHierarchy(parent: Object3D, path: string): void {
    super._buildHierarchy(parent, path);
  }

  /** Creates the object of a mesh with its material. */
  protected buildMesh(path: string, spec: Spec): Mesh | null {
    return super._buildMesh(path, spec);
  }

  protected buildGeometry(path: string, attributes: Attributes, hasSkinning?: boolean): BufferGeometry {
    return super._buildGeometry(path, attributes, hasSkinning);
  }

  /** Creates the geometry of a mesh whose faces have several materials. */
  protected buildGeometryWithSubsets(
    attributes: Attributes,
    subsets: Subset[],
    hasSkinning?: boolean,
  ): BufferGeometry {
    return super._buildGeometryWithSubsets(attributes, subsets, hasSkinning);
  }

  /** Creates the material of a mesh: a bound one, or any of the file. */
  protected buildMaterial(path: string, attributes: Attributes): Material {
    return super._buildMaterial(path, attributes);
  }

  /** Sets the values of a material. */
  protected applyMaterial(material: Material, path: string): void {
    super._applyMaterial(material, path);
  }

  /** Creates the tracks of all moving prims in `specsByPath`. */
  protected buildTransformAnimations(): KeyframeTrack[] {
    return super._buildTransformAnimations();
  }

  protected attributesOf(path: string): Attributes {
    return this._getAttributes(path);
  }

  /** Path of the material that is bound to a prim; null without one. */
  protected boundMaterialOf(path: string): string | null {
    return this._getMaterialBindingTarget(path);
  }

  /** Starts to load a picture. */
  protected loadTexture(path: string): Texture | null {
    return this._createTextureFromData(path, null, null);
  }

  protected wrappingOf(mode: unknown): Wrapping {
    return this._getWrapMode(mode);
  }

  /** Corners of a mesh in the order of its triangles. */
  protected triangleCorners({
    points,
    faceVertexIndices,
    faceVertexCounts,
    ...others
  }: Attributes): ArrayLike<number> {
    const holes = this._buildHoleMap(others['primvars:arnold:polygon_holes']);
    return this._triangulateIndicesWithPattern(faceVertexIndices ?? [], faceVertexCounts ?? [], points, holes)
      .pattern;
  }

  override _buildHierarchy(parent: Object3D, path: string): void {
    this.buildHierarchy(parent, path);
  }

  override _buildMesh(path: string, spec: Spec): Mesh | null {
    return this.buildMesh(path, spec);
  }

  override _buildGeometry(path: string, attributes: Attributes, hasSkinning?: boolean): BufferGeometry {
    return this.buildGeometry(path, attributes, hasSkinning);
  }

  override _buildGeometryWithSubsets(
    attributes: Attributes,
    subsets: Subset[],
    hasSkinning?: boolean,
  ): BufferGeometry {
    return this.buildGeometryWithSubsets(attributes, subsets, hasSkinning);
  }

  override _buildMaterial(path: string, attributes: Attributes): Material {
    return this.buildMaterial(path, attributes);
  }

  override _applyMaterial(material: Material, path: string): void {
    this.applyMaterial(material, path);
  }

  override _buildTransformAnimations(): KeyframeTrack[] {
    return this.buildTransformAnimations();
  }
}
