import { fetchCode } from '../fetch-code.ts';

/** Address of an asset, which needs no request header. */
export type AssetAddress = { url: string };

/** Resolves the address of an asset by its iri; rejects or resolves to null for a forbidden or missing one. */
export type AssetSource = (iri: string) => Promise<AssetAddress | null>;

/** A failed file, an asset by its `iri`; or code of the page, see {@link isCodeFailure}. */
export type AssetFailure = { iri: string; message: string };

const CODE = 'code:';

/** Whether code of the page could not be fetched, so that a part of the scene is missing; no file failed. */
export function isCodeFailure({ iri }: AssetFailure): boolean {
  return iri.startsWith(CODE);
}

/** Progress of loading. `totalBytes` grows as sizes become known; null before the first size. */
export type LoadProgress = {
  loadedBytes: number;
  totalBytes: number | null;
  pending: number;
  failures: AssetFailure[];
};

/**
 * Fetches each asset once, counts bytes, and detects when every requested asset has loaded or failed. The next request
 * retries a failed asset.
 */
export class AssetLoader {
  readonly #source: AssetSource;
  readonly #onProgress: (progress: LoadProgress) => void;
  readonly #sizes = new Map<string, { loaded: number; total: number | null }>();
  readonly #failures = new Map<string, AssetFailure>();
  /** Names of fetched code. */
  readonly #fetched = new Set<string>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #abort = new AbortController();

  constructor(source: AssetSource, onProgress: (progress: LoadProgress) => void = () => undefined) {
    this.#source = source;
    this.#onProgress = onProgress;
  }

  /**
   * Fetches an asset's bytes and parses them; null when either fails, which is recorded as a failure. Running work
   * counts as pending, so that {@link settled} waits for it.
   * @param source - resolves the address, for files that are no assets
   */
  load<T>(iri: string, make: (bytes: ArrayBuffer) => Promise<T>, source = this.#source): Promise<T | null> {
    return this.make(iri, async () => await make(await this.#fetch(iri, source)));
  }

  /**
   * Builds a value from an asset that has already loaded; null when that fails, which is recorded as the asset's
   * failure.
   */
  make<T>(iri: string, run: () => Promise<T>): Promise<T | null> {
    // A new try is running, so the old failure is void.
    this.#failures.delete(iri);
    const work = run().catch((error: unknown) => this.#fail(iri, error));
    this.#pending.add(work);
    this.#report();
    return work.finally(() => {
      this.#pending.delete(work);
      this.#report();
    });
  }

  /** Fetches code that a part of the scene needs; null when that fails, which is recorded. */
  async loadCode<T>(name: string, load: () => Promise<T>): Promise<T | null> {
    if (this.#fetched.has(name)) {
      // The browser has the code, also without a connection, so this is no progress.
      this.#failures.delete(CODE + name);
      const known = load().catch((error: unknown) => this.#fail(CODE + name, error));
      this.#pending.add(known);
      return await known.finally(() => this.#pending.delete(known));
    }
    const code = await this.make(CODE + name, () => fetchCode(load));
    if (code !== null) {
      this.#fetched.add(name);
      this.#failures.delete(CODE + name);
    }
    return code;
  }

  /** Resolves once nothing is pending, including later requests. @returns the failures */
  async settled(): Promise<AssetFailure[]> {
    while (this.#pending.size > 0) {
      await Promise.all(this.#pending);
      // A loaded asset may request more; those requests start first.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return [...this.#failures.values()];
  }

  /** Removes the sizes and failures of all other files. */
  keep(needed: ReadonlySet<string>): void {
    for (const known of [this.#sizes, this.#failures]) {
      for (const iri of [...known.keys()].filter((key) => !needed.has(key) && !key.startsWith(CODE))) {
        known.delete(iri);
      }
    }
  }

  /** Aborts all requests; nothing is reported afterwards. */
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
    // The length of a compressed body differs from the length of its content.
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
