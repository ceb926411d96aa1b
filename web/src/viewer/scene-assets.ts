import type { AssetSource } from '../scene/asset-loader.ts';
import { isPhone } from '../scene/is-phone.ts';
import type { PublicScene } from './public-scene.ts';
import { areUrlsExpired } from './url-expiry.ts';

type Files = PublicScene['assets'];

/** Sources of a scene's files: the published ones, whose addresses may expire, and those of a live scene. */
export class SceneAssets {
  /** Whether lighter files replace those of other devices; they have other triangles. */
  readonly isSimplified = isPhone();
  #files: Files;
  #knownAt = Date.now();
  readonly #ask: () => Promise<Files>;
  #more: (() => Promise<Files>) | null = null;
  #asking: Promise<void> | null = null;

  /** @param ask - requests new addresses */
  constructor(files: Files, ask: () => Promise<Files>) {
    this.#files = files;
    this.#ask = ask;
  }

  /** Resolves a file: on phones the lighter one, if it exists. */
  readonly source: AssetSource = async (iri) => {
    if (this.has(iri) ? areUrlsExpired([this.#files[iri]?.url], this.#knownAt) : this.#more) {
      await this.renew();
    }
    const found = this.has(iri) ? this.#files[iri] : undefined;
    if (!found) {
      return null;
    }
    return { url: this.isSimplified ? (found.mobileUrl ?? found.url) : found.url };
  };

  /** Sets the source of unknown files and of new addresses; null for none. */
  setMore(more: (() => Promise<Files>) | null): void {
    this.#more = more;
  }

  /** Merges later answers: addresses expire, and files change. */
  know(files: Files): void {
    this.#files = { ...this.#files, ...files };
    this.#knownAt = Date.now();
  }

  /** Whether a file's address is known. */
  has(iri: string): boolean {
    return Object.hasOwn(this.#files, iri);
  }

  /** Requests new addresses, once for all simultaneous callers. */
  async renew(): Promise<void> {
    this.#asking ??= (this.#more ?? this.#ask)()
      .then((files) => this.know(files))
      .finally(() => {
        this.#asking = null;
      });
    await this.#asking;
  }
}
