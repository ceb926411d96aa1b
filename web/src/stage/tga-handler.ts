import { Loader, type Texture, TextureLoader } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';

/**
 * Loads pictures with the TGA ending. Embedded ones are TGA; separate files have already been converted to formats that
 * browsers decode, under their original names.
 */
export class TgaHandler extends Loader<Texture> {
  override load(...[url, onLoad, onProgress, onError]: Parameters<Loader<Texture>['load']>): Texture {
    const isInside = /^(blob|data):/.test(url);
    const loader = isInside ? new TGALoader(this.manager) : new TextureLoader(this.manager);
    return loader.load(url, onLoad, onProgress, onError);
  }
}
