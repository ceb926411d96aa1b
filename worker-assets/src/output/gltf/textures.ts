import type { Document, Texture } from '@gltf-transform/core';
import type { AssetBytes } from '../build-gltf.ts';
import { combineChannels, detectImage } from '../images.ts';

/** Source of each channel of a combined texture; a missing one is white. */
export type ChannelSources = {
  red?: string | null;
  green?: string | null;
  blue?: string | null;
  alpha?: string | null;
};

/** Creates textures of picture assets, each once. Missing or unreadable ones are counted and left out. */
export class TextureFactory {
  dropped = 0;
  readonly #document: Document;
  readonly #assets: AssetBytes;
  readonly #textures = new Map<string, Promise<Texture | null>>();

  constructor(document: Document, assets: AssetBytes) {
    this.#document = document;
    this.#assets = assets;
  }

  /** A texture of the unchanged asset; `null` for no asset. */
  async single(iri: string | null): Promise<Texture | null> {
    if (iri === null) {
      return null;
    }
    return await this.#once(iri, async (bytes) => ({
      bytes: bytes(iri),
      mimeType: await detectImage(bytes(iri)),
    }));
  }

  /**
   * A texture with channels of several assets, as glTF packs metalness with roughness and colour with alpha.
   */
  async combined(sources: ChannelSources): Promise<Texture | null> {
    const named = Object.values(sources).filter((iri) => typeof iri === 'string');
    if (named.length === 0) {
      return null;
    }
    return await this.#once(JSON.stringify(sources), async (bytes) => {
      const from = (iri: string | null | undefined) => (iri ? bytes(iri) : null);
      const { red, green, blue, alpha } = sources;
      return await combineChannels({
        red: from(red),
        green: from(green),
        blue: from(blue),
        alpha: from(alpha),
      });
    });
  }

  async #once(
    key: string,
    make: (bytes: (iri: string) => Uint8Array) => Promise<{ bytes: Uint8Array; mimeType: string }>,
  ): Promise<Texture | null> {
    const known = this.#textures.get(key);
    if (known) {
      return await known;
    }
    const made = this.#make(make);
    this.#textures.set(key, made);
    return await made;
  }

  async #make(
    make: (bytes: (iri: string) => Uint8Array) => Promise<{ bytes: Uint8Array; mimeType: string }>,
  ): Promise<Texture | null> {
    try {
      const { bytes, mimeType } = await make((iri) => {
        const found = this.#assets.get(iri);
        if (!found) {
          throw new Error(`${iri} is missing`);
        }
        return found;
      });
      return this.#document.createTexture().setImage(new Uint8Array(bytes)).setMimeType(mimeType);
    } catch {
      // An unreadable picture must not fail the whole output; the count is displayed.
      this.dropped += 1;
      return null;
    }
  }
}
