import { type AssetFailure, AssetLoader, type AssetSource, type LoadProgress } from './asset-loader.ts';
import type { DisposeQueue } from './dispose-queue.ts';
import { ModelStore } from './model-store.ts';
import { ShapeStore } from './shape-store.ts';
import { TextureStore } from './texture-store.ts';

/** Limit of anisotropic filtering; higher values cost time without a visible gain. */
const ANISOTROPY = 8;

/** Dependencies of the stores. */
type AssetStoresOptions = {
  source: AssetSource;
  maxAnisotropy: number;
  /** Queue of unused GPU resources. */
  disposeQueue: DisposeQueue;
  onProgress: ((progress: LoadProgress) => void) | undefined;
};

/** Stores of everything that a view loads by asset: pictures, models and file-based shapes. */
export class AssetStores {
  readonly loader: AssetLoader;
  readonly textures: TextureStore;
  readonly models: ModelStore;
  readonly shapes: ShapeStore;

  constructor({ source, maxAnisotropy, disposeQueue, onProgress }: AssetStoresOptions) {
    this.loader = new AssetLoader(source, onProgress);
    this.textures = new TextureStore(this.loader, Math.min(ANISOTROPY, maxAnisotropy));
    this.models = new ModelStore(this.loader, disposeQueue);
    this.shapes = new ShapeStore(this.loader);
  }

  /** Resolves once every requested asset has loaded or failed. @returns the failures */
  async settled(): Promise<AssetFailure[]> {
    return await this.loader.settled();
  }

  /** Frees all other assets; nothing may render them afterwards. */
  keep(needed: ReadonlySet<string>): void {
    for (const store of [this.loader, this.models, this.textures, this.shapes]) {
      store.keep(needed);
    }
  }

  /** Aborts all loading and frees the results. */
  dispose(): void {
    this.loader.dispose();
    this.models.dispose();
    this.textures.dispose();
  }
}
