import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Documents on the disk of this machine, as a scene may have more of them than fit into memory. */
export class DocumentSpool {
  readonly #file: FileHandle;
  readonly #places = new Map<string, { position: number; length: number }>();
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Runs work with an empty spool, whose file is removed afterwards in any case. */
  static async run<Result>(tmpDir: string, work: (spool: DocumentSpool) => Promise<Result>): Promise<Result> {
    await mkdir(tmpDir, { recursive: true });
    const folder = await mkdtemp(join(tmpDir, 'job-'));
    try {
      await using file = await open(join(folder, 'documents'), 'w+');
      return await work(new DocumentSpool(file));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async add(id: string, document: string): Promise<void> {
    const bytes = Buffer.from(document);
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#places.set(id, { position: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  /** @throws Error for a document that was not added */
  async read(id: string): Promise<string> {
    const place = this.#places.get(id);
    if (!place) {
      throw new Error(`The document ${id} was not read ahead`);
    }
    const { buffer } = await this.#file.read(Buffer.alloc(place.length), 0, place.length, place.position);
    return buffer.toString();
  }
}
