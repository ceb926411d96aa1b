import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { assetsOf, namesAssets, nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import type { AssetAddress } from '../../scene/asset-loader.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';

/** How assets are asked for and heard of. */
export type AssetPort = {
  /** Reads an asset by its iri. */
  get(iri: string): Promise<Asset>;
  /** Hears of each change of an asset; returns the undoing. */
  subscribe(listener: (asset: Asset) => void): () => void;
};

/** An address is good for five minutes at least; one that was told longer ago than this is asked for again, in ms. */
const ADDRESS_AGE_MS = 4 * 60_000;

type Assets = ReadonlyMap<string, Asset>;

/** Changes come by themselves; this only helps when the stream of them is broken, in milliseconds. */
const POLL_MS = 4_000;

/** What is known of the assets that the scene uses, and where their files are once they are ready. */
export class AssetsManager extends Manager implements Readable<Assets> {
  /** The iris of those whose files could not be loaded, until they are asked for again. */
  readonly unloaded = new Store<ReadonlySet<string>>(new Set());
  readonly #port: AssetPort;
  readonly #scene: SceneManager;
  readonly #isLight: boolean;
  readonly #assets = new Store<Assets>(new Map());
  readonly #onRetry = new Set<(iri: string) => void>();
  readonly #asked = new Set<string>();
  /** When an asset was last told, with the addresses of then. */
  readonly #toldAt = new Map<string, number>();
  readonly #retries = new Set<ReturnType<typeof setTimeout>>();
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param isLight - whether pictures and skies are shown by their lighter files; models are edited, and stay whole */
  constructor(port: AssetPort, scene: SceneManager, isLight = false) {
    super();
    this.#port = port;
    this.#scene = scene;
    this.#isLight = isLight;
    this.register(port.subscribe((asset) => this.#asked.has(asset['@id']) && this.set(asset)));
    this.register(scene.onNodes(namesAssets, (ids) => this.#askForNodes(ids)));
    this.register(() => clearInterval(this.#timer ?? undefined));
    this.register(() => this.#retries.forEach(clearTimeout));
    this.#askForNodes(scene.nodesOf(...nodeKindNames.filter(namesAssets)).map(([id]) => id));
  }

  readonly get = (): Assets => this.#assets.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#assets.subscribe(listener);

  /** Remembers what an upload or the stream of changes said of an asset. */
  set(asset: Asset): void {
    const before = this.get().get(asset['@id']);
    this.#asked.add(asset['@id']);
    this.#toldAt.set(asset['@id'], Date.now());
    this.#assets.update((all) => new Map(all).set(asset['@id'], asset));
    this.#watchPending();
    const isOther = before && before.showsOriginal !== asset.showsOriginal;
    // Whoever draws the scene was told that there is nothing.
    const isTriedAgain = before?.status === 'failed' && asset.status !== 'failed';
    if (isOther || isTriedAgain) {
      this.retry(asset['@id']);
    }
  }

  /** Stops asking for an asset that is thrown away. */
  forget(iri: string): void {
    this.#asked.delete(iri);
    this.#toldAt.delete(iri);
    this.#assets.update((all) => new Map([...all].filter(([known]) => known !== iri)));
    this.#watchPending();
  }

  /** Whoever draws the scene tells what it could not load. Where that was is not trusted again. */
  setUnloaded(iris: readonly string[]): void {
    const before = this.unloaded.get();
    const added = iris.filter((iri) => !before.has(iri));
    for (const iri of added) {
      this.#toldAt.set(iri, Number.NEGATIVE_INFINITY);
    }
    if (added.length > 0 || iris.length !== before.size) {
      this.unloaded.set(new Set(iris));
    }
  }

  /** Lets whoever draws the scene load an asset once more, from where it is now. */
  readonly retry = (iri: string): void => {
    for (const listener of this.#onRetry) {
      listener(iri);
    }
  };

  /** Hears of each asset that is to be loaded once more; returns the undoing. */
  onRetry(listener: (iri: string) => void): () => void {
    this.#onRetry.add(listener);
    return () => this.#onRetry.delete(listener);
  }

  /**
   * Where an asset's file is: waits until it is ready, null once it has failed or may not be read.
   * @throws when an address that no longer holds cannot be asked for again.
   */
  readonly addressOf = async (iri: string): Promise<AssetAddress | null> => {
    if (Date.now() - (this.#toldAt.get(iri) ?? Number.POSITIVE_INFINITY) > ADDRESS_AGE_MS) {
      this.set(await this.#port.get(iri));
    }
    this.#ask(iri);
    const asset = await this.#settled(iri);
    const url = asset && (this.#lighterOf(asset) ?? asset.url);
    return url ? { url } : null;
  };

  #lighterOf({ type, extra }: Asset): string | null {
    return this.#isLight && type !== ASSET_TYPE.model ? extra.mobileUrl : null;
  }

  #settled(iri: string): Promise<Asset | null> {
    return new Promise((resolve) => {
      const look = () => {
        const asset = this.get().get(iri);
        const isDone = asset?.status === 'ready' || asset?.status === 'failed';
        if (isDone || !this.#asked.has(iri)) {
          off();
          resolve(asset?.status === 'ready' ? asset : null);
        }
      };
      const off = this.subscribe(look);
      look();
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
        if (this.get().has(iri)) {
          return;
        }
        if (isRefusal(error)) {
          // Whoever waits is told that there is nothing; asked for again when somebody needs it again.
          this.#asked.delete(iri);
          this.#assets.update((before) => new Map(before));
        } else {
          this.#retries.add(setTimeout(() => this.#read(iri), POLL_MS));
        }
      },
    );
  }

  #watchPending(): void {
    const pending = [...this.get().values()].filter(isPending);
    if (pending.length === 0) {
      clearInterval(this.#timer ?? undefined);
      this.#timer = null;
      return;
    }
    this.#timer ??= setInterval(() => {
      for (const asset of [...this.get().values()].filter(isPending)) {
        this.#read(asset['@id']);
      }
    }, POLL_MS);
  }
}

/** Whether an asset is still being worked on. */
export function isPending({ status, wantsOriginal, showsOriginal }: Asset): boolean {
  return status === 'uploaded' || status === 'processing' || wantsOriginal !== showsOriginal;
}

/** Whether the server said no, so that asking again is of no use. */
function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500;
}
