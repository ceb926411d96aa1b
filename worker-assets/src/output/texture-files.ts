import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, Texture } from '@gltf-transform/core';
import { pictureSize } from './images.ts';
import { stripMetadata } from './strip-metadata.ts';

/** A picture on disk. */
export type TextureFile = {
  path: string;
  mimeType: string;
  bytes: number;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const SIZE_BYTES = 8;

/**
 * Keeps the pictures of documents in files during the conversion, as each copy of a document would copy
 * their bytes.
 * A placeholder is the header of a PNG of the same size with the hash of the content.
 * Steps that measure or compare pictures therefore get the right result.
 */
export class TextureFiles {
  readonly #dir: string;
  readonly #files = new Map<string, TextureFile>();

  /** @param dir an existing folder, which its creator removes. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Writes a document's pictures to files and replaces them by placeholders; other bytes stay. Metadata of
   * place and author is removed.
   * @returns the number of pictures with such metadata.
   */
  async layDown(document: Document): Promise<number> {
    let stripped = 0;
    for (const texture of document.getRoot().listTextures()) {
      const image = texture.getImage();
      const size = image && (await pictureSize(image));
      if (!image || !size) {
        continue;
      }
      const bytes = stripMetadata(image);
      stripped += bytes === image ? 0 : 1;
      const standIn = standInFor(bytes, size);
      const key = keyOf(standIn);
      const path = join(this.#dir, `texture-${key.slice(-64)}`);
      await writeFile(path, bytes);
      const mimeType = texture.getMimeType();
      const read = async () => new Uint8Array(await readFile(path));
      this.#files.set(key, { path, mimeType, bytes: bytes.length, read });
      texture.setImage(standIn).setMimeType('image/png');
    }
    return stripped;
  }

  /** The file of a texture's placeholder. */
  find(texture: Texture): TextureFile | undefined {
    const image = texture.getImage();
    return image ? this.#files.get(keyOf(image)) : undefined;
  }
}

function standInFor(bytes: Uint8Array, { width, height }: { width: number; height: number }) {
  const size = Buffer.alloc(SIZE_BYTES);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const hash = createHash('sha256').update(bytes).digest();
  return new Uint8Array(Buffer.concat([Buffer.from(PNG_HEAD), size, hash]));
}

/** Pictures themselves are longer, and are no key. */
function keyOf(image: Uint8Array): string {
  return Buffer.from(image.subarray(0, PNG_HEAD.length + SIZE_BYTES + 32)).toString('hex');
}
