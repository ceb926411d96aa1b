import { Color } from 'three';

/** `#rrggbb` in sRGB as the linear red, green and blue that glTF stores. */
export function linearColor(hex: string): [number, number, number] {
  const { r, g, b } = new Color(hex);
  return [r, g, b];
}
