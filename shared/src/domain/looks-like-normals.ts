/** Whether pixels look like a normal map: most normals point away from the surface, which is light blue. */
export function looksLikeNormals(pixels: Uint8Array | Uint8ClampedArray, channels: 3 | 4): boolean {
  const [red, green, blue] = [0, 1, 2].map((channel) => meanOf(pixels, channel, channels));
  return [red, green].every((mean = 0) => mean > 90 && mean < 165) && (blue ?? 0) > 180;
}

function meanOf(pixels: Uint8Array | Uint8ClampedArray, channel: number, channels: number): number {
  let sum = 0;
  for (let at = channel; at < pixels.length; at += channels) {
    sum += pixels[at] ?? 0;
  }
  return sum / (pixels.length / channels);
}
