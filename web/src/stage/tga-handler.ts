import { Loader, Texture, TextureLoader } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';

/**
 * Loads pictures with the TGA ending. Embedded ones are TGA; separate files have already been converted to formats that
 * browsers decode, under their original names.
 */
export class TgaHandler extends Loader<Texture> {
  override load(...[url, onLoad, onProgress, onError]: Parameters<Loader<Texture>['load']>): Texture {
    if (!/^(blob|data):/.test(url)) {
      return new TextureLoader(this.manager).load(url, onLoad, onProgress, onError);
    }
    // The exporter writes the pixels of a data texture upside down, and its loader undoes the wrapping of the file.
    const texture = new Texture();
    new TGALoader(this.manager).load(
      url,
      ({ image }) => {
        texture.image = canvasOf(image);
        texture.needsUpdate = true;
        onLoad?.(texture);
      },
      onProgress,
      onError,
    );
    return texture;
  }
}

/** A picture of pixels whose rows begin at the top. */
function canvasOf({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: unknown;
}): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  if (data instanceof Uint8Array) {
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  }
  return canvas;
}
