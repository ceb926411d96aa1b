import { Matrix3 } from 'three';
import type { Material } from './material.ts';

/**
 * What a material's `uv` does to texture coordinates: they are repeated, then turned, then moved, as by glTF's
 * `KHR_texture_transform`. A turn goes against the clock on the picture, so with the clock on the coordinates.
 */
export function uvMatrix({ offset: [x, y], repeat: [repeatX, repeatY], rotation }: Material['uv']): Matrix3 {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return new Matrix3(repeatX * cos, repeatY * sin, x, -repeatX * sin, repeatY * cos, y, 0, 0, 1);
}
