import { shownName } from '@diorama/shared/domain/bare-name.ts';
import { type FoundFile, NamedFiles, sayDoubt } from '@diorama/shared/domain/named-files.ts';
import { LoadingManager, SRGBColorSpace, type Texture, TextureLoader } from 'three';
import type { SourceContents } from './source-contents.ts';
import { TgaHandler } from './tga-handler.ts';

/** Where a name leads that no uploaded file has: nowhere, and never to the network. */
const NOWHERE = 'data:,missing';

type StageFile = { name: string; url: string };

/** The uploaded files, and a loading manager that finds nothing but them. */
export class FileSet {
  readonly manager = new LoadingManager();
  /** Names that the model asks for and nobody uploaded. */
  readonly missing: string[] = [];
  /** What could not be taken along: pictures by their names, everything else by what it is. */
  readonly dropped: string[] = [];
  /** What the model was mended in. */
  readonly warnings: string[] = [];
  /** What the model's file contains, as its loader counts it. */
  contents: SourceContents = {};
  #files: NamedFiles<StageFile>;
  readonly #byPath: ReadonlyMap<string, string>;
  readonly #uploaded: readonly StageFile[];
  readonly #made: string[] = [];
  readonly #main: string;
  readonly #nameOfUrl = new Map<string, string>();
  #pending = 0;
  #wake: (() => void) | undefined;

  /** @param main path of the model among the files, from which its names are read */
  constructor(files: readonly StageFile[], main = '') {
    this.#uploaded = files;
    this.#files = new NamedFiles(files);
    this.#byPath = new Map(files.map(({ name, url }) => [name, url]));
    this.#main = main;
    const { manager } = this;
    manager.setURLModifier((url) => this.#resolve(url));
    manager.addHandler(/\.tga$/i, new TgaHandler(manager));
    manager.itemStart = this.#counting(manager.itemStart, 1);
    manager.itemEnd = this.#counting(manager.itemEnd, -1);
    manager.onError = (url) => {
      const name = this.#nameOfUrl.get(url);
      if (name !== undefined) {
        this.dropped.push(name);
      }
    };
  }

  /** Adds the pictures of a package by their paths in it, in place of uploaded files of the same paths. */
  addPictures(pictures: Record<string, Uint8Array>): void {
    const added = Object.entries(pictures).map(([name, bytes]) => ({
      name,
      url: URL.createObjectURL(new Blob([bytes.slice()])),
    }));
    this.#made.push(...added.map(({ url }) => url));
    this.#files = new NamedFiles([...this.#uploaded.filter(({ name }) => !(name in pictures)), ...added]);
  }

  /** The bytes of an uploaded file. @throws when there is none of that name. */
  async read(name: string): Promise<ArrayBuffer> {
    const url = this.#byPath.get(name);
    if (url === undefined) {
      throw new Error(`${name} was not uploaded`);
    }
    return await (await fetch(url)).arrayBuffer();
  }

  /** Whether a file of that name was uploaded, wherever it lies. */
  has(name: string): boolean {
    return this.#files.find(name, this.#main) !== undefined;
  }

  /** The only uploaded file whose name is of a kind, if there is just one. */
  lone(kind: RegExp): string | undefined {
    const [first, ...others] = [...this.#byPath.keys()].filter((name) => kind.test(name));
    return others.length === 0 ? first : undefined;
  }

  /** The uploaded file of that name, wherever it lies, if there is one; noted as missing otherwise. */
  find(name: string): string | undefined {
    return this.#noted(name, this.#files.find(name, this.#main))?.name;
  }

  /** The address of the picture of that name; undefined where nobody sent it. */
  addressOf(name: string): string | undefined {
    return this.#files.findPicture(name, this.#main)?.file.url;
  }

  /** A picture of colours that a model names; it may still be loading. */
  picture(name: string): Texture {
    const texture = new TextureLoader(this.manager).load(name);
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
    for (const url of this.#made) {
      URL.revokeObjectURL(url);
    }
  }

  #resolve(url: string): string {
    if (/^(blob|data):/.test(url)) {
      return url;
    }
    const file = this.#noted(url, this.#files.findPicture(url, this.#main));
    if (!file) {
      return NOWHERE;
    }
    this.#nameOfUrl.set(url, file.name).set(file.url, file.name);
    return file.url;
  }

  /** The file that was found, noted where it is missing or may be another than is meant. */
  #noted(name: string, found: FoundFile<StageFile> | undefined): StageFile | undefined {
    const [list, lines] = found ? [this.warnings, sayDoubt(name, found)] : [this.missing, [shownName(name)]];
    list.push(...lines.filter((line) => !list.includes(line)));
    return found?.file;
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
