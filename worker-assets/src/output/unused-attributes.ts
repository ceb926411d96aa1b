import {
  type Document,
  ExtensionProperty,
  type Primitive,
  type Property,
  Texture,
  type TypedArray,
} from '@gltf-transform/core';
import { primitivesIn } from './measure.ts';

const COORDINATES = 'TEXCOORD_0';
const NORMALS = 'NORMAL';
/** Temporary names, by which no step treats the attributes as texture coordinates or normals. */
const HELD = { [COORDINATES]: '_HELD_COORDINATES', [NORMALS]: '_HELD_NORMALS' } as const;
/** The lowest bits to clear: 9 of 16 remain, a 500th of a texture. */
const SPARE_BITS = 7;
const OVERSHOOT = 0.002;
const LARGEST = 0xffff;

/**
 * Texture coordinates and normals that no material of a model reads. They are kept for other materials that
 * users assign, but with lower precision.
 */
export class UnusedAttributes {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Hides the attributes from steps that remove unused ones. */
  hide(): void {
    for (const primitive of primitivesIn(this.#document)) {
      if (!this.#readsPictures(primitive)) {
        rename(primitive, COORDINATES, HELD[COORDINATES]);
      }
      if (primitive.getMaterial()?.getExtension('KHR_materials_unlit')) {
        rename(primitive, NORMALS, HELD[NORMALS]);
      }
    }
  }

  /** Restores the hidden attributes. */
  show(): void {
    for (const primitive of primitivesIn(this.#document)) {
      rename(primitive, HELD[COORDINATES], COORDINATES);
      rename(primitive, HELD[NORMALS], NORMALS);
    }
  }

  /** Rounds the hidden coordinates again after quantisation. */
  coarsen(): void {
    const primitives = primitivesIn(this.#document);
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

/** Decompressed coordinates may be slightly outside of 0…1, where they would stay 32-bit floats. */
function isAlmostInside(value: number): boolean {
  return value > -OVERSHOOT && value < 1 + OVERSHOOT;
}

/** Coordinates with 9 of 16 bits, or null when out of range. Uses loops, because there may be millions. */
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
