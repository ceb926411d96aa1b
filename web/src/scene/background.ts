import { Color, DataTexture, LinearFilter, SRGBColorSpace, type Texture } from 'three';

const STEPS = 256;

/** Creates a vertical gradient as the scene's background, `top` above `bottom`. The caller disposes of it. */
export function createBackgroundGradient(top: string, bottom: string): DataTexture {
  const from = new Color(bottom).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  const to = new Color(top).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  const pixels = new Uint8Array(STEPS * 4);
  for (let row = 0; row < STEPS; row += 1) {
    const share = row / (STEPS - 1);
    const mix = (a: number, b: number) => Math.round(255 * (a + (b - a) * share));
    pixels.set([mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), 255], row * 4);
  }
  const texture = new DataTexture(pixels, 1, STEPS);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Scales a texture to cover the viewport and crops the rest, like CSS `cover`. */
export function coverViewport(texture: Texture, viewportAspect: number): void {
  const { width = 1, height = 1 } = texture.image as { width?: number; height?: number };
  const ratio = viewportAspect / (width / height);
  texture.repeat.set(Math.min(1, ratio), Math.min(1, 1 / ratio));
  texture.offset.set((1 - texture.repeat.x) / 2, (1 - texture.repeat.y) / 2);
  texture.updateMatrix();
}
