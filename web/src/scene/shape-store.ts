import type { INTER_FILES } from '@diorama/shared/scene/nodes/text/inter.ts';
import { type SharedShape, typefaceOf } from '@diorama/shared/scene/nodes/traits.ts';
import cyrillic from '@fontsource/inter/files/inter-cyrillic-400-normal.woff?url';
import cyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff?url';
import greek from '@fontsource/inter/files/inter-greek-400-normal.woff?url';
import greekExt from '@fontsource/inter/files/inter-greek-ext-400-normal.woff?url';
import latin from '@fontsource/inter/files/inter-latin-400-normal.woff?url';
import latinExt from '@fontsource/inter/files/inter-latin-ext-400-normal.woff?url';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-400-normal.woff?url';
import type { BufferGeometry } from 'three';
import type { AssetLoader } from './asset-loader.ts';

const URLS: Readonly<Record<(typeof INTER_FILES)[number], string>> = {
  'inter-latin-400-normal.woff': latin,
  'inter-latin-ext-400-normal.woff': latinExt,
  'inter-cyrillic-400-normal.woff': cyrillic,
  'inter-cyrillic-ext-400-normal.woff': cyrillicExt,
  'inter-greek-400-normal.woff': greek,
  'inter-greek-ext-400-normal.woff': greekExt,
  'inter-vietnamese-400-normal.woff': vietnamese,
};

/** Returns the geometry of a file-based shape. */
export type LoadedShape = () => BufferGeometry;

type FileShape = Extract<SharedShape, { loadBuilder: unknown }>;

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
    const build = isWhole(files) ? await this.#loader.loadCode('shapes', shape.loadBuilder) : null;
    // A failed conversion counts as a failure of the file.
    const geometry = build && isWhole(files) ? await this.#loader.make(first, () => build(files)) : null;
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

/** Address of a bundled font file. @throws for an unknown name */
function typefaceUrl(name: string): string {
  const url = Object.entries(URLS).find(([file]) => file === name)?.[1];
  if (url === undefined) {
    throw new Error(`There is no typeface ${name}`);
  }
  return url;
}
