import { type SharedShape, typefaceOf } from '@diorama/shared/scene/nodes/traits.ts';
import type { BufferGeometry } from 'three';
import type { AssetLoader } from './asset-loader.ts';
import { typefaceUrl } from './typeface-url.ts';

/** Gives the geometry of a shape that was made of files. */
export type LoadedShape = () => BufferGeometry;

type FileShape = Extract<SharedShape, { load: unknown }>;

/** Makes the shapes that need files, such as letters of a typeface, once each for all that wait for one. */
export class ShapeStore {
  readonly #loader: AssetLoader;
  readonly #loading = new Map<string, Promise<LoadedShape | null>>();
  readonly #files = new Map<string, Promise<ArrayBuffer | null>>();

  constructor(loader: AssetLoader) {
    this.#loader = loader;
  }

  /** The shape, null where its files cannot be had or used; the loader reports those. */
  load(shape: FileShape): Promise<LoadedShape | null> {
    const known = this.#loading.get(shape.key);
    if (known) {
      return known;
    }
    const loading = this.#make(shape).finally(() => this.#loading.delete(shape.key));
    this.#loading.set(shape.key, loading);
    return loading;
  }

  /** Frees nothing that is drawn: files are only kept so that each is fetched once. */
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
    // What a file cannot be made into is that file's failure, and told as such.
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
