import type { Material } from '@diorama/shared/scene/document.ts';
import type { BufferGeometry, MeshStandardMaterial } from 'three';
import { createMaterial, disposeMaterial, type LoadMap } from './class-material.ts';
import { Counted } from './counted.ts';
import { shaderClassOf } from './shader-class.ts';

/** A material whose colour, roughness and metalness come from the instance; `key` names its shader class. */
export type ClassMaterial = { key: string; material: MeshStandardMaterial; isBlended: boolean };

/** The geometries and materials that nodes share: each is there for as long as a node holds it. */
export class Surfaces {
  readonly #loadMap: LoadMap;
  readonly #onChange: () => void;
  readonly #shapes = new Counted<BufferGeometry>((geometry) => geometry.dispose());
  readonly #materials = new Counted<MeshStandardMaterial>(disposeMaterial);

  /** `onChange` is called when a map has loaded. */
  constructor(loadMap: LoadMap, onChange: () => void) {
    this.#loadMap = loadMap;
    this.#onChange = onChange;
  }

  /** What one drawn node uses; it must release it. */
  hold(): SurfaceHold {
    return new SurfaceHold({
      shapes: this.#shapes,
      materials: this.#materials,
      make: (material, flipY, hasSurface) =>
        createMaterial(material, { loadMap: this.#loadMap, onChange: this.#onChange, flipY, hasSurface }),
    });
  }
}

type HoldMeans = {
  shapes: Counted<BufferGeometry>;
  materials: Counted<MeshStandardMaterial>;
  make: (material: Material, flipY: boolean, hasSurface: boolean) => MeshStandardMaterial;
};

/** The shared geometries and materials of one node. */
export class SurfaceHold {
  readonly #means: HoldMeans;
  readonly #shapes: string[] = [];
  readonly #materials: string[] = [];

  constructor(means: HoldMeans) {
    this.#means = means;
  }

  /** A shape by its key. */
  shape(key: string, build: () => BufferGeometry): BufferGeometry {
    this.#shapes.push(key);
    return this.#means.shapes.acquire(key, build);
  }

  /** The material of a whole shader class, for instances. `flipY` as in {@link createMaterial}'s maps. */
  classMaterial(of: Material, flipY: boolean): ClassMaterial {
    const { key: name, material, isBlended } = shaderClassOf(of);
    const key = `${name}|${flipY}`;
    this.#materials.push(key);
    return {
      key,
      material: this.#means.materials.acquire(key, () => this.#means.make(material, flipY, true)),
      isBlended,
    };
  }

  /** A material with all its values, for a copy of a model. */
  ownMaterial(of: Material): MeshStandardMaterial {
    const key = `own|${JSON.stringify(of)}`;
    this.#materials.push(key);
    return this.#means.materials.acquire(key, () => this.#means.make(of, false, false));
  }

  /** Lets go of everything. */
  release(): void {
    for (const key of this.#shapes.splice(0)) {
      this.#means.shapes.release(key);
    }
    for (const key of this.#materials.splice(0)) {
      this.#means.materials.release(key);
    }
  }
}
