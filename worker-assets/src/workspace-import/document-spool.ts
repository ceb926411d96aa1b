import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/**
 * Documents on the disk of this machine, as a scene may have more of them than fit into memory.
 * They are compressed, and so take about as much room as in their archive.
 */
export class DocumentSpool {
  readonly #folder: string;
  /** Files by the ids of their documents, which an archive chooses. */
  readonly #files = new Map<string, string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs work with an empty spool, whose files are removed afterwards in any case. */
  static async run<Result>(tmpDir: string, work: (spool: DocumentSpool) => Promise<Result>): Promise<Result> {
    await mkdir(tmpDir, { recursive: true });
    const folder = await mkdtemp(join(tmpDir, 'job-'));
    try {
      return await work(new DocumentSpool(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async add(id: string, document: string): Promise<void> {
    const file = join(this.#folder, String(this.#files.size));
    await writeFile(file, await promisify(gzip)(document));
    this.#files.set(id, file);
  }

  /** @throws Error for a document that was not added */
  async read(id: string): Promise<string> {
    const file = this.#files.get(id);
    if (file === undefined) {
      throw new Error(`The document ${id} was not read ahead`);
    }
    return (await promisify(gunzip)(await readFile(file))).toString();
  }
}
