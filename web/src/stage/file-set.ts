import { bareName, decodeSafely } from '@diorama/shared/domain/bare-name.ts';
import { LoadingManager, SRGBColorSpace, type Texture, TextureLoader } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';

/** Where a name leads that no uploaded file has: nowhere, and never to the network. */
const NOWHERE = 'data:,missing';

/** The uploaded files, and a loading manager that finds nothing but them. */
export class FileSet {
  readonly manager = new LoadingManager();
  /** Names that the model asks for and nobody uploaded. */
  readonly missing: string[] = [];
  /** What could not be taken along: pictures by their names, everything else by what it is. */
  readonly dropped: string[] = [];
  /** What the model was mended in. */
  readonly warnings: string[] = [];
  readonly #byBase: ReadonlyMap<string, { name: string; url: string }>;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #nameOfUrl = new Map<string, string>();
  #pending = 0;
  #wake: (() => void) | undefined;

  constructor(files: readonly { name: string; url: string }[]) {
    this.#byName = new Map(files.map(({ name, url }) => [name, url]));
    // Tools write paths of the machine they ran on, in any case: only the bare name can be relied on.
    this.#byBase = new Map(files.map((file) => [bareName(file.name), file]));
    const { manager } = this;
    manager.setURLModifier((url) => this.#resolve(url));
    manager.addHandler(/\.tga$/i, new TGALoader(manager));
    manager.itemStart = this.#counting(manager.itemStart, 1);
    manager.itemEnd = this.#counting(manager.itemEnd, -1);
    manager.onError = (url) => {
      const name = this.#nameOfUrl.get(url);
      if (name !== undefined) {
        this.dropped.push(name);
      }
    };
  }

  /** The bytes of an uploaded file. @throws when there is none of that name. */
  async read(name: string): Promise<ArrayBuffer> {
    const url = this.#byName.get(name);
    if (url === undefined) {
      throw new Error(`${name} was not uploaded`);
    }
    return await (await fetch(url)).arrayBuffer();
  }

  /** Whether a file of that name was uploaded, wherever it lies. */
  has(name: string): boolean {
    return this.#byBase.has(bareName(name));
  }

  /** The only uploaded file whose name is of a kind, if there is just one. */
  lone(kind: RegExp): string | undefined {
    const [first, ...others] = [...this.#byName.keys()].filter((name) => kind.test(name));
    return others.length === 0 ? first : undefined;
  }

  /** The uploaded file of that name, wherever it lies, if there is one; noted as missing otherwise. */
  find(name: string): string | undefined {
    const file = this.#byBase.get(bareName(name));
    if (!file) {
      this.#note(name);
    }
    return file?.name;
  }

  /** A picture of colours that a model names; it may still be loading. */
  picture(name: string): Texture {
    const loader = /\.tga$/i.test(name) ? new TGALoader(this.manager) : new TextureLoader(this.manager);
    const texture = loader.load(name);
    texture.colorSpace = SRGBColorSpace;
    return texture;
  }

  /** Resolves when no picture is loading any more. */
  async settled(): Promise<void> {
    while (this.#pending > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  dispose(): void {
    this.manager.abort();
  }

  #resolve(url: string): string {
    if (/^(blob|data):/.test(url)) {
      return url;
    }
    const file = this.#byBase.get(bareName(url));
    if (!file) {
      this.#note(url);
      return NOWHERE;
    }
    this.#nameOfUrl.set(url, file.name).set(file.url, file.name);
    return file.url;
  }

  #note(name: string): void {
    const base = decodeSafely(name).split(/[\\/]/).at(-1) ?? name;
    if (!this.missing.includes(base)) {
      this.missing.push(base);
    }
  }

  #counting(original: (url: string) => void, change: number): (url: string) => void {
    return (url) => {
      this.#pending += change;
      original(url);
      if (this.#pending === 0) {
        this.#wake?.();
      }
    };
  }
}
