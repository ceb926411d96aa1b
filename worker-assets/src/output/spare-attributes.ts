import {
  type Document,
  ExtensionProperty,
  type Primitive,
  type Property,
  Texture,
  type TypedArray,
} from '@gltf-transform/core';

const COORDINATES = 'TEXCOORD_0';
const NORMALS = 'NORMAL';
/** By these names, nothing takes them for what they are. */
const HELD = { [COORDINATES]: '_HELD_COORDINATES', [NORMALS]: '_HELD_NORMALS' } as const;
/** The lowest bits that are cleared: 9 of 16 are left, a fivehundredth of a picture. */
const SPARE_BITS = 7;
const OVERSHOOT = 0.002;
const LARGEST = 0xffff;

/**
 * Texture coordinates and normals that no material of a model reads yet. They are kept, as people give models other
 * materials, but such coordinates more coarsely than those that show a picture.
 */
export class SpareAttributes {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Hides them from what removes unread attributes. */
  hide(): void {
    for (const primitive of this.#primitives()) {
      if (!this.#readsPictures(primitive)) {
        rename(primitive, COORDINATES, HELD[COORDINATES]);
      }
      if (primitive.getMaterial()?.getExtension('KHR_materials_unlit')) {
        rename(primitive, NORMALS, HELD[NORMALS]);
      }
    }
  }

  /** Shows what was hidden. */
  show(): void {
    for (const primitive of this.#primitives()) {
      rename(primitive, HELD[COORDINATES], COORDINATES);
      rename(primitive, HELD[NORMALS], NORMALS);
    }
  }

  /** Rounds coordinates once more when they are quantised. */
  coarsen(): void {
    const primitives = this.#primitives();
    const read = new Set(
      primitives.flatMap((one) => (this.#readsPictures(one) ? one.getAttribute(COORDINATES) : null) ?? []),
    );
    const spare = new Set(primitives.flatMap((one) => one.getAttribute(COORDINATES) ?? []));
    for (const accessor of spare.difference(read)) {
      const array = accessor.getArray();
      const coarse = array && coarsened(array);
      if (coarse) {
        accessor.setArray(coarse).setNormalized(true);
      }
    }
  }

  #primitives(): Primitive[] {
    return this.#document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives());
  }

  #readsPictures(primitive: Primitive): boolean {
    const material = primitive.getMaterial();
    return material !== null && this.#hasTexture(material);
  }

  #hasTexture(property: Property): boolean {
    return this.#document
      .getGraph()
      .listChildren(property)
      .some(
        (child) =>
          child instanceof Texture || (child instanceof ExtensionProperty && this.#hasTexture(child)),
      );
  }
}

function rename(primitive: Primitive, from: string, to: string): void {
  const attribute = primitive.getAttribute(from);
  if (attribute) {
    primitive.setAttribute(from, null).setAttribute(to, attribute);
  }
}

/** Compressed before, coordinates come back a little beyond their picture, where they would stay numbers of 32 bits. */
function isAlmostInside(value: number): boolean {
  return value > -OVERSHOOT && value < 1 + OVERSHOOT;
}

/** Coordinates in 9 of 16 bits; null where they cannot be. Loops, as there may be millions. */
function coarsened(array: TypedArray): Uint16Array<ArrayBuffer> | null {
  const isShort = array instanceof Uint16Array;
  if (!isShort && !(array instanceof Float32Array)) {
    return null;
  }
  const coarse = new Uint16Array(array.length);
  for (let i = 0; i < array.length; i += 1) {
    const value = array[i] ?? 0;
    if (!isShort && !isAlmostInside(value)) {
      return null;
    }
    coarse[i] = roundOff(isShort ? value : Math.min(1, Math.max(0, value)) * LARGEST);
  }
  return coarse;
}

function roundOff(value: number): number {
  const step = 2 ** SPARE_BITS;
  return Math.min(LARGEST, Math.round(value / step) * step);
}
