import { NoColorSpace, RepeatWrapping, SRGBColorSpace, Texture } from 'three';
import type { AssetLoader } from './asset-loader.ts';
import type { MapUse } from './class-material.ts';

/** Loads images once each, whatever the number of materials that use them; each use gets a texture of its own. */
export class TextureStore {
  readonly #loader: AssetLoader;
  readonly #anisotropy: number;
  readonly #images = new Map<string, Promise<ImageBitmap | null>>();

  constructor(loader: AssetLoader, anisotropy: number) {
    this.#loader = loader;
    this.#anisotropy = anisotropy;
  }

  /** The texture of an image asset; null when it cannot be had, which the loader reports. */
  readonly load = async (iri: string, { isColor, flipY }: MapUse): Promise<Texture | null> => {
    const image = await this.#image(iri, flipY);
    if (!image) {
      return null;
    }
    const texture = new Texture(image);
    // A bitmap is turned when it is decoded, not when it is sent to the GPU.
    texture.flipY = false;
    texture.colorSpace = isColor ? SRGBColorSpace : NoColorSpace;
    texture.wrapS = RepeatWrapping;
    texture.wrapT = RepeatWrapping;
    texture.anisotropy = this.#anisotropy;
    texture.needsUpdate = true;
    return texture;
  };

  /** Lets go of the images of all other assets, which live on for as long as a texture shows them. */
  keep(needed: ReadonlySet<string>): void {
    for (const key of [...this.#images.keys()]) {
      if (!needed.has(key.slice(0, key.lastIndexOf('|')))) {
        this.#images.delete(key);
      }
    }
  }

  /** Lets go of all images. */
  dispose(): void {
    this.#images.clear();
  }

  async #image(iri: string, flipY: boolean): Promise<ImageBitmap | null> {
    const key = `${iri}|${flipY}`;
    const pending = this.#images.get(key) ?? this.#loader.load(iri, (bytes) => decode(bytes, flipY));
    this.#images.set(key, pending);
    const image = await pending;
    if (!image) {
      this.#images.delete(key);
    }
    return image;
  }
}

function decode(bytes: ArrayBuffer, flipY: boolean): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes]), {
    imageOrientation: flipY ? 'flipY' : 'from-image',
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  });
}
