import { MB } from '@diorama/shared/plans.ts';
import { type EncodedImage, type EncodeOptions, encodeImage } from './images.ts';
import type { TextureFile } from './texture-files.ts';

/** Bytes of the pictures that are kept. */
const MAX_BYTES = 32 * MB;

/**
 * Pictures that a process has encoded. The files of a scene need the same ones, and so do those of further combinations
 * of choices. The least recently used are dropped first.
 */
export class EncodedPictures {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, EncodedImage>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Encodes a file like {@link encodeImage}, once for the same content and options. */
  async encode({ path, sha256, size }: TextureFile, options: EncodeOptions): Promise<EncodedImage> {
    const { maxSize, alpha, format, data } = options;
    // All limits that a picture fits give the same result.
    const side = Math.min(maxSize, Math.max(size.width, size.height));
    const key = [sha256, side, alpha, format, data].join(' ');
    const known = this.#kept.get(key);
    const encoded = known ?? (await encodeImage(path, options));
    this.#drop(key);
    this.#kept.set(key, encoded);
    this.#bytes += encoded.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) {
        break;
      }
      this.#drop(oldest);
    }
    return encoded;
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}
