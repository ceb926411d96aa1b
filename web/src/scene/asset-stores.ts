import { type AssetFailure, AssetLoader, type AssetSource, type LoadProgress } from './asset-loader.ts';
import type { Leftovers } from './leftovers.ts';
import { ModelStore } from './model-store.ts';
import { ShapeStore } from './shape-store.ts';
import { TextureStore } from './texture-store.ts';

/** Sharper than this, slanted pictures only cost. */
const ANISOTROPY = 8;

/** What stores are made with. */
type AssetStoresOptions = {
  source: AssetSource;
  maxAnisotropy: number;
  /** What nobody draws any more. */
  leftovers: Leftovers;
  onProgress: ((progress: LoadProgress) => void) | undefined;
};

/** What a view loads by asset: pictures, models, and shapes that are made of files. */
export class AssetStores {
  readonly loader: AssetLoader;
  readonly textures: TextureStore;
  readonly models: ModelStore;
  readonly shapes: ShapeStore;

  constructor({ source, maxAnisotropy, leftovers, onProgress }: AssetStoresOptions) {
    this.loader = new AssetLoader(source, onProgress);
    this.textures = new TextureStore(this.loader, Math.min(ANISOTROPY, maxAnisotropy));
    this.models = new ModelStore(this.loader, leftovers);
    this.shapes = new ShapeStore(this.loader);
  }

  /** Resolves once everything that was asked for has come or failed; gives what failed. */
  async settled(): Promise<AssetFailure[]> {
    return await this.loader.settled();
  }

  /** Lets go of all other assets; nothing may draw them any more. */
  keep(needed: ReadonlySet<string>): void {
    for (const store of [this.loader, this.models, this.textures, this.shapes]) {
      store.keep(needed);
    }
  }

  /** Ends all loading and frees what came of it. */
  dispose(): void {
    this.loader.dispose();
    this.models.dispose();
    this.textures.dispose();
  }
}
