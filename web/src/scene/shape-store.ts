import type { SharedShape } from '@diorama/shared/scene/nodes/traits.ts';
import type { BufferGeometry } from 'three';
import type { AssetLoader } from './asset-loader.ts';

/** Gives the geometry of a shape that was made of files. */
export type LoadedShape = () => BufferGeometry;

type FileShape = Extract<SharedShape, { load: unknown }>;

/** Makes the shapes that need files, such as letters of a typeface, once each for all that wait for one. */
export class ShapeStore {
  readonly #loader: AssetLoader;
  readonly #loading = new Map<string, Promise<LoadedShape | null>>();

  constructor(loader: AssetLoader) {
    this.#loader = loader;
  }

  /** The shape, null where its files cannot be had or used; the loader reports those. */
  load(shape: FileShape): Promise<LoadedShape | null> {
    const known = this.#loading.get(shape.key);
    if (known) {
      return known;
    }
    const loading = this.#loader
      .load(shape.file, shape.load)
      .then((geometry) => geometry && (() => geometry))
      .finally(() => this.#loading.delete(shape.key));
    this.#loading.set(shape.key, loading);
    return loading;
  }
}
