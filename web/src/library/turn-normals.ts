const CHANNELS = 4;
const GREEN = 1;

/** Normals of DirectX' kind as those that glTF and three.js read: green is turned round. @throws when the browser cannot read the picture. */
export async function turnNormals(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('The browser lends no canvas');
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  turnGreen(pixels.data);
  context.putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new File([blob], file.name.replace(/\.[^.]+$/, '.png'), { type: 'image/png' });
}

/** Turns the second channel of pixels round, in place. */
export function turnGreen(pixels: Uint8ClampedArray): void {
  for (let at = GREEN; at < pixels.length; at += CHANNELS) {
    pixels[at] = 255 - (pixels[at] ?? 0);
  }
}
