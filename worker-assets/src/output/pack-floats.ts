import type { Accessor, Document } from '@gltf-transform/core';
import { primitivesIn } from './measure.ts';

const DIRECTIONS = /^(NORMAL|TANGENT)$/;
const COORDINATES = /^TEXCOORD_\d+$/;
const SHORT_MAX = 2 ** 15 - 1;
/** Significant bits of 16 for coordinates. The other bits repeat them, so that 1 stays 1. */
const COORDINATE_BITS = 12;
const COORDINATE_STEPS = 2 ** COORDINATE_BITS - 1;
const SHORT_BITS = 16;
const USHORT_MAX = 2 ** SHORT_BITS - 1;

/**
 * Stores normals, tangents and texture coordinates as 16-bit integers, in place. Directions stay finer than
 * their final 8 bits, so that they are rounded once. Texture coordinates outside of 0…1 stay floats.
 * Equivalent to the library's `quantize`, but faster for the millions of values of a scan.
 */
export function packFloats(document: Document): void {
  const done = new Set<Accessor>();
  for (const primitive of primitivesIn(document)) {
    for (const semantic of primitive.listSemantics()) {
      const attribute = primitive.getAttribute(semantic);
      if (attribute && !done.has(attribute)) {
        done.add(attribute);
        pack(attribute, semantic);
      }
    }
  }
}

function pack(attribute: Accessor, semantic: string): void {
  const array = attribute.getArray();
  const isFloat = array instanceof Float32Array;
  if (isFloat && DIRECTIONS.test(semantic)) {
    attribute.setArray(directionsOf(array)).setNormalized(true);
  }
  const isShort = array instanceof Uint16Array && attribute.getNormalized();
  const coordinates =
    COORDINATES.test(semantic) && (isFloat || isShort)
      ? coordinatesOf(array, isFloat ? 1 : USHORT_MAX)
      : null;
  if (coordinates) {
    attribute.setArray(coordinates).setNormalized(true);
  }
}

function directionsOf(array: Float32Array): Int16Array<ArrayBuffer> {
  const shorts = new Int16Array(array.length);
  for (let i = 0; i < array.length; i += 1) {
    const value = Math.min(1, Math.max(-1, array[i] ?? 0));
    shorts[i] = Math.sign(value) * Math.round(Math.abs(value) * SHORT_MAX);
  }
  return shorts;
}

/** Returns null when a coordinate is outside of 0…1. `whole` is the value of 1. */
function coordinatesOf(array: Float32Array | Uint16Array, whole: number): Uint16Array<ArrayBuffer> | null {
  const shorts = new Uint16Array(array.length);
  for (let i = 0; i < array.length; i += 1) {
    const value = (array[i] ?? 0) / whole;
    if (value < 0 || value > 1) {
      return null;
    }
    const steps = Math.round(value * COORDINATE_STEPS);
    shorts[i] = (steps << (SHORT_BITS - COORDINATE_BITS)) | (steps >> (2 * COORDINATE_BITS - SHORT_BITS));
  }
  return shorts;
}
