import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '@gltf-transform/core';
import { zipSync } from 'fflate';
import { ConversionPool } from '../import/conversion-pool.ts';
import type { ImportedModel } from '../import/import-file.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { createStage } from '../stage/stage.ts';
import { importForTest } from './import-for-test.ts';
import { buildStagePage } from './stage-page-build.ts';

/** An imported model with its opened GLB. */
export type Opened = ImportedModel & { document: Document };

export type ForeignImporter = {
  /** Imports a file, or several as an archive. @throws the errors of the import, and for an invalid GLB. */
  open: (files: Record<string, Uint8Array>) => Promise<Opened>;
  close: () => Promise<void>;
};

/** Imports files of any format as the worker does, with a separate browser and child process. */
export async function createForeignImporter(): Promise<ForeignImporter> {
  const dir = await mkdtemp(join(tmpdir(), 'diorama-foreign-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  const logger = { info: () => undefined, warn: () => undefined };
  const stage = createStage({ webDist: join(dir, 'web'), tmpDir: join(dir, 'browser'), logger });
  const pool = await ConversionPool.create({ size: 1 });
  return {
    open: async (files) => {
      const [single, ...others] = Object.entries(files);
      const [name, bytes] = others.length > 0 || !single ? ['upload.zip', zipSync(files)] : single;
      return await importForTest(pool, { bytes, name, convertInPage: stage.convert }, async (imported) => {
        if (imported.kind !== 'model') {
          throw new Error('It became no model');
        }
        const glb = new Uint8Array(await readFile(imported.glb));
        await assertValidGlb(glb);
        return { ...imported, document: await (await createGltfIo()).readGlb(glb) };
      });
    },
    close: async () => {
      await stage.close();
      pool.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
