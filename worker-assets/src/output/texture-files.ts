import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, Texture } from '@gltf-transform/core';
import type { EncodedPictures } from './encoded-pictures.ts';
import { type EncodedImage, type EncodeOptions, encodeImage, pictureSize } from './images.ts';
import { stripMetadata } from './strip-metadata.ts';

/** A picture on disk. */
export type TextureFile = {
  path: string;
  mimeType: string;
  bytes: number;
  /** In pixels. */
  size: { width: number; height: number };
  /** Hash of the content, in hex. */
  sha256: string;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const SIZE_BYTES = 8;

/**
 * Stores textures of documents in files during processing, because every copy of a document copies its
 * textures. A placeholder is a PNG header with the same size and the hash of the content, so steps that
 * measure or compare textures still work.
 */
export class TextureFiles {
  readonly #dir: string;
  readonly #pictures: EncodedPictures | null;
  readonly #files = new Map<string, TextureFile>();

  /**
   * @param dir an existing folder, which the caller removes.
   * @param pictures encoded pictures to use again.
   */
  constructor(dir: string, pictures: EncodedPictures | null = null) {
    this.#dir = dir;
    this.#pictures = pictures;
  }

  /**
   * Writes a document's textures to files without metadata about place and author, and replaces them by
   * placeholders. Other data stays in the document.
   * @returns the number of textures with such metadata.
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
      const sha256 = key.slice(-64);
      const path = join(this.#dir, `texture-${sha256}`);
      await writeFile(path, bytes);
      const mimeType = texture.getMimeType();
      const read = async () => new Uint8Array(await readFile(path));
      this.#files.set(key, { path, mimeType, bytes: bytes.length, size, sha256, read });
      texture.setImage(standIn).setMimeType('image/png');
    }
    return stripped;
  }

  /** The file of a texture's placeholder. */
  find(texture: Texture): TextureFile | undefined {
    const image = texture.getImage();
    return image ? this.#files.get(keyOf(image)) : undefined;
  }

  /** Encodes a file like {@link encodeImage}. */
  encode(file: TextureFile, options: EncodeOptions): Promise<EncodedImage> {
    return this.#pictures?.encode(file, options) ?? encodeImage(file.path, options);
  }
}

function standInFor(bytes: Uint8Array, { width, height }: { width: number; height: number }) {
  const size = Buffer.alloc(SIZE_BYTES);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const hash = createHash('sha256').update(bytes).digest();
  return new Uint8Array(Buffer.concat([Buffer.from(PNG_HEAD), size, hash]));
}

/** The key of a placeholder; real pictures are longer and have none. */
function keyOf(image: Uint8Array): string {
  return Buffer.from(image.subarray(0, PNG_HEAD.length + SIZE_BYTES + 32)).toString('hex');
}
