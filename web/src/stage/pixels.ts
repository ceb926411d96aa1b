import { DataTexture, Source, Texture } from 'three';

const OPAQUE = 255;

/** Pixels of a loaded picture, scaled to a size. */
export function pixelsOf(texture: Texture, { width, height }: Size = textureSizeOf(texture)): ImageData {
  const context = contextOf({ width, height });
  context.drawImage(drawable(texture), 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** A texture with the same mapping as another, and other pixels. */
export function withPixels(like: Texture, pixels: ImageData): Texture {
  const context = contextOf(pixels);
  context.putImageData(pixels, 0, 0);
  // A copy of a DataTexture would be a DataTexture again.
  const made = new Texture().copy(like);
  made.source = new Source(context.canvas);
  return made;
}

/** Whether two textures have the same mapping. */
export function arePlacedAlike(a: Texture, b: Texture): boolean {
  return (
    a.channel === b.channel &&
    a.rotation === b.rotation &&
    a.flipY === b.flipY &&
    a.repeat.equals(b.repeat) &&
    a.offset.equals(b.offset)
  );
}

/** Writes an opacity map into the alpha channel of a picture of the same size, in place. */
export function addAlpha(colors: Uint8ClampedArray, alphas: Uint8ClampedArray): void {
  // The opacity is the alpha of a transparent picture, and the brightness of any other.
  const hasOwn = alphas.some((value, i) => i % 4 === 3 && value < OPAQUE);
  for (let at = 0; at + 3 < colors.length; at += 4) {
    const seen = alphas[at + (hasOwn ? 3 : 1)] ?? OPAQUE;
    colors[at + 3] = hasOwn ? seen : ((colors[at + 3] ?? OPAQUE) * seen) / OPAQUE;
  }
}

type Size = { width: number; height: number };

export function textureSizeOf(texture: Texture): Size {
  const { width, height } = texture.image as Size;
  return { width, height };
}

function drawable(texture: Texture): CanvasImageSource {
  if (!(texture instanceof DataTexture)) {
    return texture.image as CanvasImageSource;
  }
  const { data, width, height } = texture.image;
  const context = contextOf({ width, height });
  context.putImageData(new ImageData(new Uint8ClampedArray(data ?? []), width, height), 0, 0);
  return context.canvas;
}

function contextOf({ width, height }: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) {
    throw new Error('There is no room for a picture');
  }
  return context;
}
