import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { buildGeometry } from '@diorama/shared/scene/nodes/geometries.ts';
import type { Document, Mesh, Node, Primitive } from '@gltf-transform/core';
import type { BufferGeometry } from 'three';
import type { MaterialFactory } from './materials.ts';

const ATTRIBUTES = [
  { from: 'position', to: 'POSITION', type: 'VEC3' },
  { from: 'normal', to: 'NORMAL', type: 'VEC3' },
  { from: 'uv', to: 'TEXCOORD_0', type: 'VEC2' },
] as const;

/** Makes meshes of the kinds' own geometries; nodes of the same kind, measures and material share one. */
export class ShapeFactory {
  readonly #document: Document;
  readonly #materials: MaterialFactory;
  readonly #primitives = new Map<string, Primitive | null>();
  readonly #meshes = new Map<string, Mesh>();

  constructor(document: Document, materials: MaterialFactory) {
    this.#document = document;
    this.#materials = materials;
  }

  /** Gives `node` the surface of `source`, if its kind has one. */
  async addTo(node: Node, source: SceneNode): Promise<void> {
    const shape = `${source.kind} ${JSON.stringify(source.props)}`;
    const key = `${shape} ${source.material}`;
    const known = this.#meshes.get(key);
    if (known) {
      node.setMesh(known);
      return;
    }
    const primitive = this.#primitive(shape, source);
    if (!primitive) {
      return;
    }
    const material = await this.#materials.get(source.material, 'shape');
    const mesh = this.#document.createMesh(source.kind).addPrimitive(primitive.clone().setMaterial(material));
    this.#meshes.set(key, mesh);
    node.setMesh(mesh);
  }

  #primitive(shape: string, source: SceneNode): Primitive | null {
    const known = this.#primitives.get(shape);
    if (known !== undefined) {
      return known;
    }
    const geometry = buildGeometry(source);
    const primitive = geometry && this.#convert(geometry);
    this.#primitives.set(shape, primitive);
    return primitive;
  }

  #convert(geometry: BufferGeometry): Primitive {
    const buffer = this.#document.getRoot().listBuffers()[0] ?? null;
    const primitive = this.#document.createPrimitive();
    for (const { from, to, type } of ATTRIBUTES) {
      const attribute = geometry.getAttribute(from);
      if (attribute) {
        const values = Float32Array.from(attribute.array);
        const array = from === 'uv' ? flipV(values) : values;
        const accessor = this.#document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
        primitive.setAttribute(to, accessor);
      }
    }
    if (geometry.index) {
      const array = Uint32Array.from(geometry.index.array);
      const accessor = this.#document
        .createAccessor()
        .setType('SCALAR')
        .setArray(narrow(array))
        .setBuffer(buffer);
      primitive.setIndices(accessor);
    }
    geometry.dispose();
    return primitive;
  }
}

/** V points up in three's shapes and down in glTF. */
function flipV(uv: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  return uv.map((value, i) => (i % 2 === 1 ? 1 - value : value));
}

function narrow(indices: Uint32Array<ArrayBuffer>): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  return indices.every((index) => index < 0xffff) ? Uint16Array.from(indices) : indices;
}
