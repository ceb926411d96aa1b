/** Conversion of a picture into a map: flips DirectX normals, turns gloss into roughness, and heights into normals. */
export type MapChange = 'turnGreen' | 'invert' | 'slopes';

const CHANNELS = 4;
const GREEN = 1;
/** Height difference between black and white, as a share of the picture's width. */
const RELIEF = 0.02;
/** Largest picture for computing slopes, in pixels; on larger ones the steps of 8 bits would be visible. */
const MAX_SLOPES = 1024;

/** Converts a picture before its upload. @throws when the browser cannot decode it. */
export async function changeMap(file: File, change: MapChange): Promise<File> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const longest = Math.max(bitmap.width, bitmap.height);
  const scale = change === 'slopes' ? Math.min(1, MAX_SLOPES / longest) : 1;
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('The browser lends no canvas');
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  context.putImageData(changed(pixels, change), 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new File([blob], file.name.replace(/\.[^.]+$/, '.png'), { type: 'image/png' });
}

function changed(pixels: ImageData, change: MapChange): ImageData {
  switch (change) {
    case 'turnGreen':
      turnGreen(pixels.data);
      return pixels;
    case 'invert':
      invert(pixels.data);
      return pixels;
    case 'slopes':
      return new ImageData(slopesOf(pixels), pixels.width, pixels.height);
  }
}

/** Inverts the green channel, in place. */
export function turnGreen(pixels: Uint8ClampedArray): void {
  for (let at = GREEN; at < pixels.length; at += CHANNELS) {
    pixels[at] = 255 - (pixels[at] ?? 0);
  }
}

/** Inverts the colour channels, in place. */
export function invert(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 1) {
    if (at % CHANNELS < CHANNELS - 1) {
      pixels[at] = 255 - (pixels[at] ?? 0);
    }
  }
}

/** A height map with four bytes per pixel; the first is the height. */
type Heights = { data: Uint8ClampedArray; width: number; height: number };

/** Converts heights into OpenGL normals, as pixels; the edges wrap around as textures do. */
export function slopesOf({ data, width, height }: Heights): Uint8ClampedArray<ArrayBuffer> {
  const normals = new Uint8ClampedArray(data.length);
  const perPixel = (RELIEF * width) / 255;
  const heightAt = (x: number, y: number) =>
    data[(((y + height) % height) * width + ((x + width) % width)) * CHANNELS] ?? 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const across = ((heightAt(x + 1, y) - heightAt(x - 1, y)) / 2) * perPixel;
      const down = ((heightAt(x, y + 1) - heightAt(x, y - 1)) / 2) * perPixel;
      const length = Math.hypot(across, down, 1);
      const at = (y * width + x) * CHANNELS;
      normals[at] = toByte(-across / length);
      // Rows go down; the green channel of OpenGL normals goes up.
      normals[at + 1] = toByte(down / length);
      normals[at + 2] = toByte(1 / length);
      normals[at + 3] = 255;
    }
  }
  return normals;
}

/** Encodes a component of a normal, from -1 to 1, as a byte. */
function toByte(part: number): number {
  return Math.round((part / 2 + 0.5) * 255);
}
