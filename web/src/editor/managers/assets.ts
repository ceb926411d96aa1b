import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { assetsOf, namesAssets, nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { AssetAddress } from '../../scene/asset-loader.ts';
import { when } from '../signals.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';

/** Access to assets on the server. */
export type AssetPort = {
  /** Reads an asset by its iri. */
  get(iri: string): Promise<Asset>;
  /** Reports each change of an asset. @returns function that unsubscribes */
  subscribe(listener: (asset: Asset) => void): () => void;
};

/**
 * Age in ms after which an asset's addresses are requested again; they are valid for at least five minutes.
 */
const ADDRESS_AGE_MS = 4 * 60_000;

type Assets = ReadonlyMap<string, Asset>;

/** Polling interval in milliseconds, a fallback for a broken event stream. */
const POLL_MS = 4_000;

/** Assets that the scene uses, and the addresses of their files once ready. */
export class AssetsManager extends Manager {
  /** Iris of assets whose files could not be loaded, until they are retried. */
  readonly unloaded = signal<ReadonlySet<string>>(new Set());
  readonly #port: AssetPort;
  readonly #scene: SceneManager;
  readonly #isSimplified: boolean;
  readonly #byIri = signal<Assets>(new Map());
  readonly byIri: ReadonlySignal<Assets> = this.#byIri;
  readonly #onRetry = new Set<(iri: string) => void>();
  readonly #asked = new Set<string>();
  /** Time of an asset's last update, and so of its addresses. */
  readonly #fetchedAt = new Map<string, number>();
  readonly #retries = new Set<ReturnType<typeof setTimeout>>();
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param isSimplified - whether to use reduced files of pictures and skies; models stay complete for editing */
  constructor(port: AssetPort, scene: SceneManager, isSimplified = false) {
    super();
    this.#port = port;
    this.#scene = scene;
    this.#isSimplified = isSimplified;
    this.register(
      port.subscribe((asset) => {
        if (this.#asked.has(asset['@id'])) {
          this.set(asset);
        }
      }),
    );
    this.register(scene.onNodes(namesAssets, (ids) => this.#askForNodes(ids)));
    this.register(() => clearInterval(this.#timer ?? undefined));
    this.register(() => this.#retries.forEach(clearTimeout));
    this.#askForNodes(scene.nodesOf(...nodeKindNames.filter(namesAssets)).map(([id]) => id));
  }

  /** Stores an asset from an upload or the event stream. */
  set(asset: Asset): void {
    const before = this.byIri.value.get(asset['@id']);
    this.#asked.add(asset['@id']);
    this.#fetchedAt.set(asset['@id'], Date.now());
    this.#byIri.value = new Map(this.#byIri.value).set(asset['@id'], asset);
    this.#watchPending();
    const isOther = before && before.showsOriginal !== asset.showsOriginal;
    // The renderer had received null for the failed asset.
    const isTriedAgain = before?.status === 'failed' && asset.status !== 'failed';
    if (isOther || isTriedAgain) {
      this.retry(asset['@id']);
    }
  }

  /** Stops loading an asset that is being deleted. */
  forget(iri: string): void {
    this.#asked.delete(iri);
    this.#fetchedAt.delete(iri);
    this.#byIri.value = new Map([...this.#byIri.value].filter(([known]) => known !== iri));
    this.#watchPending();
  }

  /** Replaces the set of assets that the renderer could not load. Their addresses are requested again. */
  setUnloaded(iris: readonly string[]): void {
    const before = this.unloaded.value;
    const added = iris.filter((iri) => !before.has(iri));
    for (const iri of added) {
      this.#fetchedAt.set(iri, Number.NEGATIVE_INFINITY);
    }
    if (added.length > 0 || iris.length !== before.size) {
      this.unloaded.value = new Set(iris);
    }
  }

  /** Makes the renderer load an asset again, from a current address. */
  readonly retry = (iri: string): void => {
    for (const listener of this.#onRetry) {
      listener(iri);
    }
  };

  /** Reports each asset to be loaded again. @returns function that unsubscribes */
  onRetry(listener: (iri: string) => void): () => void {
    this.#onRetry.add(listener);
    return () => this.#onRetry.delete(listener);
  }

  /**
   * Address of an asset's file. Waits until it is ready; null if it failed or may not be read.
   * @throws if an expired address cannot be requested again
   */
  readonly addressOf = async (iri: string): Promise<AssetAddress | null> => {
    if (Date.now() - (this.#fetchedAt.get(iri) ?? Number.POSITIVE_INFINITY) > ADDRESS_AGE_MS) {
      this.set(await this.#port.get(iri));
    }
    this.#ask(iri);
    const asset = await this.#settled(iri);
    const url = asset && (this.#simplifiedOf(asset) ?? asset.url);
    return url ? { url } : null;
  };

  #simplifiedOf({ type, extra }: Asset): string | null {
    return this.#isSimplified && type !== ASSET_TYPE.model ? extra.mobileUrl : null;
  }

  #settled(iri: string): Promise<Asset | null> {
    return new Promise((resolve) => {
      const asset = () => this.byIri.value.get(iri) ?? null;
      const isSettled = () => {
        const status = asset()?.status;
        return status === 'ready' || status === 'failed' || !this.#asked.has(iri);
      };
      when(isSettled, () => {
        const settled = asset();
        resolve(settled?.status === 'ready' ? settled : null);
      });
    });
  }

  #askForNodes(ids: readonly string[]): void {
    for (const id of ids) {
      const node = this.#scene.node(id);
      for (const iri of node ? assetsOf(node) : []) {
        this.#ask(iri);
      }
    }
  }

  #ask(iri: string): void {
    if (this.#asked.has(iri)) {
      return;
    }
    this.#asked.add(iri);
    this.#read(iri);
  }

  #read(iri: string): void {
    this.#port.get(iri).then(
      (asset) => {
        if (this.#asked.has(iri)) {
          this.set(asset);
        }
      },
      (error: unknown) => {
        if (this.byIri.value.has(iri)) {
          return;
        }
        if (isRefusal(error)) {
          // Waiting callers receive null; the asset is requested again when needed.
          this.#asked.delete(iri);
          this.#byIri.value = new Map(this.#byIri.value);
        } else {
          this.#retries.add(setTimeout(() => this.#read(iri), POLL_MS));
        }
      },
    );
  }

  #watchPending(): void {
    const pending = [...this.byIri.value.values()].filter(isPending);
    if (pending.length === 0) {
      clearInterval(this.#timer ?? undefined);
      this.#timer = null;
      return;
    }
    this.#timer ??= setInterval(() => {
      for (const asset of [...this.byIri.value.values()].filter(isPending)) {
        this.#read(asset['@id']);
      }
    }, POLL_MS);
  }
}

/** Whether an asset is still being processed. */
function isPending({ status, wantsOriginal, showsOriginal }: Asset): boolean {
  return status === 'uploaded' || status === 'processing' || wantsOriginal !== showsOriginal;
}

/** Whether the server refused the request, so that a retry is useless. */
function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500;
}
