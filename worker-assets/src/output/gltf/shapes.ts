import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { shapeOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { type ShapeSource, type SharedShape, typefaceOf } from '@diorama/shared/scene/nodes/traits.ts';
import { type SizedTexture, sizedTexture } from '@diorama/shared/scene/texture-size.ts';
import type { Accessor, Document, Material, Mesh, Node, Primitive } from '@gltf-transform/core';
import type { BufferGeometry } from 'three';
import type { AssetBytes } from '../build-gltf.ts';
import type { MaterialFactory } from './materials.ts';

const ATTRIBUTES = [
  { from: 'position', to: 'POSITION', type: 'VEC3' },
  { from: 'normal', to: 'NORMAL', type: 'VEC3' },
  { from: 'uv', to: 'TEXCOORD_0', type: 'VEC2' },
] as const;

/** Conversions of three.js attributes to glTF conventions. */
const MENDED = {
  POSITION: (values) => values,
  NORMAL: withUnitNormals,
  TEXCOORD_0: flipV,
} satisfies Record<(typeof ATTRIBUTES)[number]['to'], (values: Floats) => Floats>;

/** Texture coordinates by slot, for materials whose textures have a real size. */
type Textures = readonly (SizedTexture | null)[];

type Floats = Float32Array<ArrayBuffer>;

/** A geometry as primitives, one for each slot. Empty without faces; shared by all nodes of this shape. */
type Form = readonly Primitive[];

/**
 * Creates meshes of the node kinds' geometries. Nodes with the same kind, dimensions and materials share one.
 */
export class ShapeFactory {
  /** Number of shapes with a missing or unreadable file. */
  dropped = 0;
  readonly #document: Document;
  readonly #assets: AssetBytes;
  readonly #materials: MaterialFactory;
  readonly #forms = new Map<string, Promise<Form | null>>();
  readonly #meshes = new Map<string, Mesh>();

  constructor(document: Document, assets: AssetBytes, materials: MaterialFactory) {
    this.#document = document;
    this.#assets = assets;
    this.#materials = materials;
  }

  /** Adds the mesh of a scene node to `node`, if its kind has one. */
  async addTo(node: Node, asked: ShapeSource): Promise<void> {
    const { node: source } = asked;
    const shape = shapeOf(asked);
    if (!shape) {
      return;
    }
    const wears = slotsOf(source);
    const ids = (shape.slots ?? ['']).map((slot) =>
      Object.hasOwn(wears, slot) ? (wears[slot] ?? null) : source.material,
    );
    const textures = ids.map((id) => {
      const material = this.#materials.find(id);
      return material ? sizedTexture(shape, material, source) : null;
    });
    const sizes = `${shape.scale.join()} ${textures.map((texture) => texture?.key ?? '').join(';')}`;
    const form = await this.#form(`${shape.key} ${sizes}`, shape, textures);
    if (!form || form.length === 0) {
      return;
    }
    const key = `${shape.key} ${sizes} ${ids.join()} ${JSON.stringify(shape.defaultMaterials ?? null)}`;
    const mesh = this.#meshes.get(key) ?? (await this.#mesh(source, shape, { form, ids }));
    this.#meshes.set(key, mesh);
    node.setMesh(mesh);
  }

  async #mesh(
    source: SceneNode,
    shape: SharedShape,
    { form, ids }: { form: Form; ids: readonly (string | null)[] },
  ): Promise<Mesh> {
    const mesh = this.#document.createMesh(source.kind);
    for (const [i, primitive] of form.entries()) {
      if (primitive.getIndices()?.getCount() === 0) {
        continue;
      }
      const defaultMaterial = shape.defaultMaterials?.[shape.slots?.[i] ?? ''];
      const material: Material = await this.#materials.get(ids[i] ?? null, 'shape', defaultMaterial);
      mesh.addPrimitive(primitive.clone().setMaterial(material));
    }
    return mesh;
  }

  #form(key: string, shape: SharedShape, textures: Textures): Promise<Form | null> {
    const known = this.#forms.get(key);
    if (known) {
      return known;
    }
    const form = this.#geometry(shape).then(
      (geometry) => geometry && this.#convert(geometry, shape, textures),
    );
    this.#forms.set(key, form);
    return form;
  }

  async #geometry(shape: SharedShape): Promise<BufferGeometry | null> {
    if ('build' in shape) {
      return shape.build();
    }
    const files = await Promise.all(shape.files.map((file) => this.#read(file)));
    const isWhole = (all: (ArrayBuffer | undefined)[]): all is ArrayBuffer[] => !all.includes(undefined);
    const build = await shape.loadBuilder();
    const geometry = isWhole(files) && (await build(files).catch(() => null));
    if (!geometry) {
      this.dropped += 1;
    }
    return geometry || null;
  }

  async #read(file: string): Promise<ArrayBuffer | undefined> {
    const typeface = typefaceOf(file);
    // A copy, because the reader of a shape may keep the buffer.
    return typeface === undefined ? this.#assets.get(file)?.slice().buffer : await readTypeface(typeface);
  }

  #convert(geometry: BufferGeometry, { scale, slots }: SharedShape, textures: Textures): Form {
    // A text without any glyph in its font has no faces, and glTF has no empty meshes.
    if (geometry.index?.count === 0) {
      return [];
    }
    // Read before the geometry has its scale.
    const coordinates = textures.map((texture) => texture?.coordinates(geometry));
    geometry.scale(...scale);
    const whole = this.#document.createPrimitive();
    for (const { from, to, type } of ATTRIBUTES) {
      const attribute = geometry.getAttribute(from);
      if (attribute) {
        whole.setAttribute(to, this.#accessor(type, MENDED[to](Float32Array.from(attribute.array))));
      }
    }
    const index = geometry.index && Uint32Array.from(geometry.index.array);
    const form = (slots ?? ['']).map((_, slot) => {
      const own = index && (slots ? cornersOf(geometry, index, slot) : index);
      const part = own ? whole.clone().setIndices(this.#accessor('SCALAR', narrow(own))) : whole;
      const uv = coordinates[slot];
      return uv
        ? part.setAttribute('TEXCOORD_0', this.#accessor('VEC2', flipV(Float32Array.from(uv.array))))
        : part;
    });
    geometry.dispose();
    return form;
  }

  #accessor(
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: NonNullable<ReturnType<Accessor['getArray']>>,
  ): Accessor {
    const buffer = this.#document.getRoot().listBuffers()[0] ?? null;
    return this.#document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  }
}

/** Vertex indices of one slot's triangles. */
function cornersOf(
  { groups }: BufferGeometry,
  index: Uint32Array<ArrayBuffer>,
  slot: number,
): Uint32Array<ArrayBuffer> {
  const own = groups.filter(({ materialIndex }) => materialIndex === slot);
  return Uint32Array.from(own.flatMap(({ start, count }) => [...index.subarray(start, start + count)]));
}

/** Normals of degenerate faces are zero, which is an error in glTF. They become up vectors. */
function withUnitNormals(normals: Floats): Floats {
  for (let at = 0; at < normals.length; at += 3) {
    if (normals.subarray(at, at + 3).every((value) => value === 0)) {
      normals[at + 1] = 1;
    }
  }
  return normals;
}

/** V points up in three.js and down in glTF. */
function flipV(uv: Floats): Floats {
  return uv.map((value, i) => (i % 2 === 1 ? 1 - value : value));
}

function narrow(indices: Uint32Array<ArrayBuffer>): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  return indices.every((index) => index < 0xffff) ? Uint16Array.from(indices) : indices;
}

/** Reads a file of the bundled typeface. @throws for a name that its package does not contain */
export async function readTypeface(name: string): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(
    fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`)),
  );
  return buffer.slice(byteOffset, byteOffset + byteLength);
}
