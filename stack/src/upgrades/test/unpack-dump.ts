import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { DUMPS } from './make-dump.ts';

/** Unpacks the dump of a migration into a folder, which is then a backup. */
export async function unpackDump(name: string, folder: string): Promise<void> {
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(join(DUMPS, `${name}.zip`))))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}
