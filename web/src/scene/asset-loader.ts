/** Where an asset's bytes can be fetched, without a header. */
export type AssetAddress = { url: string };

/** Finds the address of an asset by its iri; rejects, or gives null, for one that may not or cannot be had. */
export type AssetSource = (iri: string) => Promise<AssetAddress | null>;

/** An asset that could not be loaded: shown to people by name, so `iri` says which. */
export type AssetFailure = { iri: string; message: string };

/** How far loading has come. `totalBytes` grows as sizes become known; null until the first is. */
export type LoadProgress = {
  loadedBytes: number;
  totalBytes: number | null;
  pending: number;
  failures: AssetFailure[];
};

/**
 * Fetches assets once each, counting bytes, and knows when everything that was asked for has come or failed.
 * A failed asset is asked for again the next time someone needs it.
 */
export class AssetLoader {
  readonly #source: AssetSource;
  readonly #onProgress: (progress: LoadProgress) => void;
  readonly #sizes = new Map<string, { loaded: number; total: number | null }>();
  readonly #failures = new Map<string, AssetFailure>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #abort = new AbortController();

  constructor(source: AssetSource, onProgress: (progress: LoadProgress) => void = () => undefined) {
    this.#source = source;
    this.#onProgress = onProgress;
  }

  /**
   * Fetches an asset's bytes and makes something of them; null when either fails, which is then among the failures.
   * Work in progress counts as pending, so that {@link settled} waits for it.
   * @param source where it is, if it is none of the assets
   */
  load<T>(iri: string, make: (bytes: ArrayBuffer) => Promise<T>, source = this.#source): Promise<T | null> {
    // Another attempt is under way: nobody has failed yet.
    this.#failures.delete(iri);
    return this.make(iri, async () => await make(await this.#fetch(iri, source)));
  }

  /** Makes something of an asset that is here already; null when that fails, which is then the asset's failure. */
  make<T>(iri: string, run: () => Promise<T>): Promise<T | null> {
    const work = run().catch((error: unknown) => this.#fail(iri, error));
    this.#pending.add(work);
    this.#report();
    return work.finally(() => {
      this.#pending.delete(work);
      this.#report();
    });
  }

  /** Resolves once nothing is pending, also nothing that was asked for meanwhile; gives what failed. */
  async settled(): Promise<AssetFailure[]> {
    while (this.#pending.size > 0) {
      await Promise.all(this.#pending);
      // What has just come may ask for more: let those requests start first.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return [...this.#failures.values()];
  }

  /** Forgets what is known of all other assets: their bytes no longer count, and their failures concern nobody. */
  keep(needed: ReadonlySet<string>): void {
    for (const known of [this.#sizes, this.#failures]) {
      for (const iri of [...known.keys()].filter((key) => !needed.has(key))) {
        known.delete(iri);
      }
    }
  }

  /** Ends all fetching; nothing is reported from then on. */
  dispose(): void {
    this.#abort.abort();
  }

  async #fetch(iri: string, source: AssetSource): Promise<ArrayBuffer> {
    const address = await source(iri);
    if (!address) {
      throw new Error('no address');
    }
    const response = await fetch(address.url, { signal: this.#abort.signal });
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    return await this.#read(iri, response);
  }

  async #read(iri: string, response: Response): Promise<ArrayBuffer> {
    const length = Number(response.headers.get('content-length'));
    // The length of a compressed body is not that of its content.
    const isPlain = (response.headers.get('content-encoding') ?? 'identity') === 'identity';
    const size = { loaded: 0, total: isPlain && length > 0 ? length : null };
    this.#sizes.set(iri, size);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    // Not `for await`: Safari cannot iterate a stream.
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value);
      size.loaded += part.value.byteLength;
      this.#report();
    }
    size.total = size.loaded;
    return await new Blob(chunks).arrayBuffer();
  }

  #fail(iri: string, error: unknown): null {
    this.#failures.set(iri, { iri, message: error instanceof Error ? error.message : String(error) });
    return null;
  }

  #report(): void {
    if (this.#abort.signal.aborted) {
      return;
    }
    const sizes = [...this.#sizes.values()];
    const totals = sizes.map(({ total }) => total).filter((total) => total !== null);
    this.#onProgress({
      loadedBytes: sizes.reduce((sum, { loaded }) => sum + loaded, 0),
      totalBytes: totals.length > 0 ? totals.reduce((sum, total) => sum + total, 0) : null,
      pending: this.#pending.size,
      failures: [...this.#failures.values()],
    });
  }
}
