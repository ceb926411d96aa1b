import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionPool } from '../import/conversion-pool.ts';
import {
  type ImportedModel,
  type ImportedPicture,
  type ImportRequest,
  importFile,
  type PageConverter,
} from '../import/import-file.ts';
import { giveTo } from '../unprivileged.ts';

type TestImport = Partial<Pick<ImportRequest, 'expects' | 'onProgress'>> & {
  bytes: Uint8Array;
  name?: string;
  convertInPage?: PageConverter;
};

const noPage: PageConverter = () => Promise.reject(new Error('no page in this test'));

/** Imports bytes as a job does, as a model by default. The folder exists until `use` has read the results. */
export async function importForTest<Result>(
  pool: ConversionPool,
  { bytes, name = 'upload', expects = 'model', convertInPage = noPage, onProgress }: TestImport,
  use: (imported: ImportedModel | ImportedPicture) => Promise<Result>,
): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'diorama-import-'));
  const path = join(dir, 'original');
  try {
    await writeFile(path, bytes);
    await giveTo(pool.user, dir);
    await giveTo(pool.user, path);
    const file = { name, path };
    return await use(await importFile({ pool, convertInPage }, { file, dir, expects, onProgress }));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
