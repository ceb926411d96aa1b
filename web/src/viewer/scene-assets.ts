import type { AssetSource } from '../scene/asset-loader.ts';
import { isPhone } from '../scene/is-phone.ts';
import { areAddressesOld } from './address-age.ts';
import type { PublicScene } from './public-scene.ts';

type Files = PublicScene['assets'];

/**
 * Where the files of a scene are found: those that were published, whose addresses may end, and those that are asked for
 * where it is live.
 */
export class SceneAssets {
  /** Lighter files stand in for those that other devices show, with triangles of their own. */
  readonly isLight = isPhone();
  #files: Files;
  #knownAt = Date.now();
  readonly #ask: () => Promise<Files>;
  #more: (() => Promise<Files>) | null = null;
  #asking: Promise<void> | null = null;

  /** @param ask - says the addresses anew */
  constructor(files: Files, ask: () => Promise<Files>) {
    this.#files = files;
    this.#ask = ask;
  }

  /** Finds a file: on phones the lighter one, where there is any. */
  readonly source: AssetSource = async (iri) => {
    if (this.has(iri) ? areAddressesOld([this.#files[iri]?.url], this.#knownAt) : this.#more) {
      await this.renew();
    }
    const found = this.has(iri) ? this.#files[iri] : undefined;
    if (!found) {
      return null;
    }
    return { url: this.isLight ? (found.mobileUrl ?? found.url) : found.url };
  };

  /** Says where files are asked for that are not known, and all addresses anew; null for nowhere else. */
  setMore(more: (() => Promise<Files>) | null): void {
    this.#more = more;
  }

  /** Takes what was answered later: addresses end, and files change. */
  know(files: Files): void {
    this.#files = { ...this.#files, ...files };
    this.#knownAt = Date.now();
  }

  /** Whether there is an address for a file. */
  has(iri: string): boolean {
    return Object.hasOwn(this.#files, iri);
  }

  /** Asks for all addresses anew, once for all who do so at the same time. */
  async renew(): Promise<void> {
    this.#asking ??= (this.#more ?? this.#ask)()
      .then((files) => this.know(files))
      .finally(() => {
        this.#asking = null;
      });
    await this.#asking;
  }
}
