import { Color } from 'three';

/** Converts sRGB `#rrggbb` to the linear red, green and blue of glTF. */
export function linearColor(hex: string): [number, number, number] {
  const { r, g, b } = new Color(hex);
  return [r, g, b];
}
