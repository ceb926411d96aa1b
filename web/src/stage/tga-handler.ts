import { Loader, type Texture, TextureLoader } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';

/**
 * Loads pictures that are called TGA. Those that lie inside of a model are; files have become what browsers read before the
 * page sees them, by the names that they had.
 */
export class TgaHandler extends Loader<Texture> {
  override load(...[url, onLoad, onProgress, onError]: Parameters<Loader<Texture>['load']>): Texture {
    const isInside = /^(blob|data):/.test(url);
    const loader = isInside ? new TGALoader(this.manager) : new TextureLoader(this.manager);
    return loader.load(url, onLoad, onProgress, onError);
  }
}
