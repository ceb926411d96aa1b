import { NoColorSpace, RepeatWrapping, SRGBColorSpace, Texture, TextureSource } from 'three';
import type { AssetLoader } from './asset-loader.ts';
import type { MapUse } from './live-material.ts';

/**
 * Loads each image once for all materials: each use gets a separate texture with a shared source, which three.js
 * uploads once per colour space.
 */
export class TextureStore {
  readonly #loader: AssetLoader;
  readonly #anisotropy: number;
  readonly #sources = new Map<string, Promise<TextureSource<ImageBitmap> | null>>();

  constructor(loader: AssetLoader, anisotropy: number) {
    this.#loader = loader;
    this.#anisotropy = anisotropy;
  }

  /** Loads the texture of an image asset; null if it fails, which the loader reports. */
  readonly load = async (iri: string, { isColor, flipY }: MapUse): Promise<Texture | null> => {
    const source = await this.#source(iri, flipY);
    if (!source) {
      return null;
    }
    const texture = new Texture();
    texture.source = source;
    // A bitmap is flipped when it is decoded, not on upload.
    texture.flipY = false;
    texture.colorSpace = isColor ? SRGBColorSpace : NoColorSpace;
    texture.wrapS = RepeatWrapping;
    texture.wrapT = RepeatWrapping;
    texture.anisotropy = this.#anisotropy;
    // Not `needsUpdate`, which would also mark the source as changed and upload it again.
    texture.version = 1;
    return texture;
  };

  /** Drops the images of all other assets, which live on while a texture uses them. */
  keep(needed: ReadonlySet<string>): void {
    for (const key of [...this.#sources.keys()]) {
      if (!needed.has(key.slice(0, key.lastIndexOf('|')))) {
        this.#sources.delete(key);
      }
    }
  }

  dispose(): void {
    this.#sources.clear();
  }

  async #source(iri: string, flipY: boolean): Promise<TextureSource<ImageBitmap> | null> {
    const key = `${iri}|${flipY}`;
    const pending = this.#sources.get(key) ?? this.#loader.load(iri, (bytes) => decode(bytes, flipY));
    this.#sources.set(key, pending);
    const source = await pending;
    if (!source && this.#sources.get(key) === pending) {
      this.#sources.delete(key);
    }
    return source;
  }
}

async function decode(bytes: ArrayBuffer, flipY: boolean): Promise<TextureSource<ImageBitmap>> {
  const source = new TextureSource(
    await createImageBitmap(new Blob([bytes]), {
      imageOrientation: flipY ? 'flipY' : 'from-image',
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    }),
  );
  source.needsUpdate = true;
  return source;
}
