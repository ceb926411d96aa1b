import { Matrix3 } from 'three';
import type { Material } from './material.ts';

/**
 * Texture transform of a material's `uv`: repeat, then rotate, then translate, like glTF's
 * `KHR_texture_transform`. The rotation is counter-clockwise on the image, so clockwise on the coordinates.
 */
export function uvMatrix({
  offset: [x, y],
  repeat: [repeatX, repeatY],
  rotation,
}: Omit<Material['uv'], 'size'>): Matrix3 {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return new Matrix3(repeatX * cos, repeatY * sin, x, -repeatX * sin, repeatY * cos, y, 0, 0, 1);
}
