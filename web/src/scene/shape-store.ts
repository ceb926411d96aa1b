import { type SharedShape, typefaceOf } from '@diorama/shared/scene/nodes/traits.ts';
import type { BufferGeometry } from 'three';
import type { AssetLoader } from './asset-loader.ts';
import { typefaceUrl } from './typeface-url.ts';

/** Returns the geometry of a file-based shape. */
export type LoadedShape = () => BufferGeometry;

type FileShape = Extract<SharedShape, { load: unknown }>;

/** Builds shapes from files, such as letters of a font, once for all nodes with the same shape. */
export class ShapeStore {
  readonly #loader: AssetLoader;
  readonly #loading = new Map<string, Promise<LoadedShape | null>>();
  readonly #files = new Map<string, Promise<ArrayBuffer | null>>();

  constructor(loader: AssetLoader) {
    this.#loader = loader;
  }

  /** Loads a shape; null if its files fail, which the loader reports. */
  load(shape: FileShape): Promise<LoadedShape | null> {
    const known = this.#loading.get(shape.key);
    if (known) {
      return known;
    }
    const loading = this.#make(shape).finally(() => this.#loading.delete(shape.key));
    this.#loading.set(shape.key, loading);
    return loading;
  }

  /** Drops other files; rendered shapes stay, as the store only avoids repeated fetches. */
  keep(needed: ReadonlySet<string>): void {
    for (const file of this.#files.keys()) {
      if (typefaceOf(file) === undefined && !needed.has(file)) {
        this.#files.delete(file);
      }
    }
  }

  async #make(shape: FileShape): Promise<LoadedShape | null> {
    const files = await Promise.all(shape.files.map((file) => this.#file(file)));
    const isWhole = (all: (ArrayBuffer | null)[]): all is ArrayBuffer[] => !all.includes(null);
    const [first = ''] = shape.files;
    // A failed conversion counts as a failure of the file.
    const geometry = isWhole(files) ? await this.#loader.make(first, () => shape.load(files)) : null;
    return geometry && (() => geometry);
  }

  #file(file: string): Promise<ArrayBuffer | null> {
    const typeface = typefaceOf(file);
    const source = typeface === undefined ? undefined : async () => ({ url: typefaceUrl(typeface) });
    const known = this.#files.get(file) ?? this.#loader.load(file, async (bytes) => bytes, source);
    this.#files.set(file, known);
    known.then((bytes) => bytes ?? this.#files.delete(file));
    return known;
  }
}
