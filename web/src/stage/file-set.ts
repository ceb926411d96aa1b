import { readableFileName } from '@diorama/shared/domain/file-names.ts';
import { ambiguityWarning, FileResolver, type ResolvedFile } from '@diorama/shared/domain/file-resolver.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { Loader, LoadingManager, SRGBColorSpace, Texture, TextureLoader } from 'three';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import type { SourceContents } from './source-contents.ts';

/**
 * Loads pictures with the TGA ending. Embedded ones are TGA; separate files have already been converted to formats that
 * browsers decode, under their original names.
 */
class TgaHandler extends Loader<Texture> {
  override load(...[url, onLoad, onProgress, onError]: Parameters<Loader<Texture>['load']>): Texture {
    if (!/^(blob|data):/.test(url)) {
      return new TextureLoader(this.manager).load(url, onLoad, onProgress, onError);
    }
    // The exporter writes the pixels of a data texture upside down, and its loader undoes the wrapping of the file.
    const texture = new Texture();
    new TGALoader(this.manager).load(
      url,
      ({ image }) => {
        texture.image = canvasOf(image);
        texture.needsUpdate = true;
        onLoad?.(texture);
      },
      onProgress,
      onError,
    );
    return texture;
  }
}

/** Address of a missing file: an empty data URL, never the network. */
const NOWHERE = 'data:,missing';

type StageFile = { name: string; url: string };

/** Uploaded files with a loading manager that resolves only those. */
export class FileSet {
  readonly manager = new LoadingManager();
  /** Names of missing files. */
  readonly missing: string[] = [];
  /** Dropped content: names of pictures, descriptions of other features. */
  readonly dropped: ImportMessage[] = [];
  /** Descriptions of repairs. */
  readonly warnings: ImportMessage[] = [];
  /** Contents of the model's file, as its loader counts them. */
  contents: SourceContents = {};
  #files: FileResolver<StageFile>;
  readonly #byPath: ReadonlyMap<string, string>;
  readonly #uploaded: readonly StageFile[];
  readonly #made: string[] = [];
  readonly #main: string;
  readonly #nameOfUrl = new Map<string, string>();
  #pending = 0;
  #wake: (() => void) | undefined;

  /** @param main - path of the model, to which its references are relative */
  constructor(files: readonly StageFile[], main = '') {
    this.#uploaded = files;
    this.#files = new FileResolver(files);
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
        this.dropped.push(importMessage('files.unreadable', { name }));
      }
    };
  }

  /** Adds pictures of a package by path; they replace uploaded files with the same paths. */
  addPictures(pictures: Record<string, Uint8Array>): void {
    const added = Object.entries(pictures).map(([name, bytes]) => ({
      name,
      url: URL.createObjectURL(new Blob([bytes.slice()])),
    }));
    this.#made.push(...added.map(({ url }) => url));
    this.#files = new FileResolver([...this.#uploaded.filter(({ name }) => !(name in pictures)), ...added]);
  }

  /** Returns the bytes of an uploaded file. @throws if there is no file with the name. */
  async read(name: string): Promise<ArrayBuffer> {
    const url = this.#byPath.get(name);
    if (url === undefined) {
      throw new Error(`${name} was not uploaded`);
    }
    return await (await fetch(url)).arrayBuffer();
  }

  /** Whether a file with the name was uploaded, in any folder. */
  has(name: string): boolean {
    return this.#files.find(name, this.#main) !== undefined;
  }

  /** The only uploaded file whose name matches, if there is just one. */
  lone(kind: RegExp): string | undefined {
    const [first, ...others] = [...this.#byPath.keys()].filter((name) => kind.test(name));
    return others.length === 0 ? first : undefined;
  }

  /** Uploaded file with the name, in any folder; recorded as missing otherwise. */
  find(name: string): string | undefined {
    return this.#noted(name, this.#files.find(name, this.#main))?.name;
  }

  /** URL of the picture with that name; undefined if it is missing. */
  addressOf(name: string): string | undefined {
    return this.#files.findPicture(name, this.#main)?.file.url;
  }

  /** Colour texture of a model; it may still be loading. */
  picture(name: string): Texture {
    const texture = new TextureLoader(this.manager).load(name);
    texture.colorSpace = SRGBColorSpace;
    return texture;
  }

  /** Resolves when no picture is loading. */
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

  /** Records a missing or ambiguous file, and returns the found one. */
  #noted(name: string, found: ResolvedFile<StageFile> | undefined): StageFile | undefined {
    if (!found) {
      pushOnce(this.missing, readableFileName(name));
      return undefined;
    }
    for (const line of ambiguityWarning(name, found)) {
      pushOnce(this.warnings, line);
    }
    return found.file;
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

/** A picture of pixels whose rows begin at the top. */
function canvasOf({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: unknown;
}): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  if (data instanceof Uint8Array) {
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  }
  return canvas;
}

/** Adds an item to a list that lacks an equal one. */
function pushOnce<Item>(list: Item[], item: Item): void {
  const text = JSON.stringify(item);
  if (!list.some((known) => JSON.stringify(known) === text)) {
    list.push(item);
  }
}
