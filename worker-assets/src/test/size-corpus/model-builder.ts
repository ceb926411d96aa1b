import {
  Document,
  type Material,
  type Mesh,
  type Node,
  type Primitive,
  type Scene,
  type TypedArray,
} from '@gltf-transform/core';
import type { BufferGeometry } from 'three';

const SEMANTICS = { position: 'POSITION', normal: 'NORMAL', uv: 'TEXCOORD_0', color: 'COLOR_0' } as const;

/** Builds a glTF document of three.js geometries with a single buffer. */
export class ModelBuilder {
  readonly document = new Document();
  readonly scene: Scene;
  readonly #buffer = this.document.createBuffer();

  constructor() {
    this.scene = this.document.createScene('Scene');
    this.document.getRoot().setDefaultScene(this.scene);
  }

  /** An accessor of floats, or of the integers given. */
  accessor(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4', array: TypedArray) {
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.#buffer);
  }

  /** A primitive of a geometry, with its positions, normals, texture coordinates and colours. */
  primitive(geometry: BufferGeometry, material: Material | null = null): Primitive {
    const primitive = this.document.createPrimitive().setMaterial(material);
    for (const [name, semantic] of Object.entries(SEMANTICS)) {
      const attribute = geometry.getAttribute(name);
      if (attribute) {
        const type = attribute.itemSize === 2 ? 'VEC2' : attribute.itemSize === 3 ? 'VEC3' : 'VEC4';
        primitive.setAttribute(semantic, this.accessor(type, Float32Array.from(attribute.array)));
      }
    }
    if (geometry.index) {
      const isLarge = geometry.getAttribute('position').count > 65_535;
      const Indices = isLarge ? Uint32Array : Uint16Array;
      primitive.setIndices(this.accessor('SCALAR', Indices.from(geometry.index.array)));
    }
    return primitive;
  }

  /** A mesh of one geometry. */
  mesh(name: string, geometry: BufferGeometry, material: Material | null = null): Mesh {
    return this.document.createMesh(name).addPrimitive(this.primitive(geometry, material));
  }

  /** Adds a node to the scene. */
  place(name: string, mesh: Mesh | null, position: [number, number, number] = [0, 0, 0]): Node {
    const node = this.document.createNode(name).setMesh(mesh).setTranslation(position);
    this.scene.addChild(node);
    return node;
  }

  /** A picture that a material can show. */
  texture(name: string, image: Uint8Array<ArrayBuffer>, mimeType: string) {
    return this.document.createTexture(name).setImage(image).setMimeType(mimeType);
  }

  material(name: string, [r, g, b]: readonly [number, number, number] = [0.8, 0.8, 0.8]): Material {
    return this.document.createMaterial(name).setBaseColorFactor([r, g, b, 1]).setRoughnessFactor(0.7);
  }
}

/** Deterministic numbers from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
