import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionPool } from '../import/conversion-pool.ts';
import { importFile } from '../import/import-file.ts';
import { TEXTURE_CORPUS, texturedGlb } from './texture-corpus.ts';

/**
 * Imports the whole corpus of textured models several times with two parallel children. Counts failures and
 * tasks above their reported memory need.
 * Usage: `node worker-assets/src/test/run-texture-corpus.ts [times]`.
 */
const times = Number(process.argv[2] ?? 10);
const dir = await mkdtemp(join(tmpdir(), 'diorama-corpus-'));
await chmod(dir, 0o711);
const count = { imported: 0, failed: 0, incomplete: 0, outgrown: 0 };
const pool = await ConversionPool.create({
  logger: {
    warn: () => {
      count.outgrown += 1;
    },
  },
});

async function importOne(index: number, bytes: Uint8Array): Promise<void> {
  const path = join(dir, `model-${index}.glb`);
  await writeFile(path, bytes);
  const convertInPage = () => Promise.reject(new Error('Every model is a GLB'));
  const request = { file: { name: 'model.glb', path }, expects: 'model' } as const;
  try {
    await importFile({ pool, convertInPage, tmpDir: dir }, request, async ({ report }) => {
      count.incomplete += report.dropped.length + report.missing.length > 0 ? 1 : 0;
    });
    count.imported += 1;
  } catch (error) {
    count.failed += 1;
    process.stderr.write(`${JSON.stringify(TEXTURE_CORPUS[index])} ${error}\n`);
  } finally {
    await rm(path, { force: true });
  }
}

try {
  const work = TEXTURE_CORPUS.map((model, index) => ({ model, index })).values();
  const lane = async () => {
    for (const { model, index } of work) {
      const bytes = await texturedGlb(model);
      for (let time = 0; time < times; time += 1) {
        await importOne(index, bytes);
      }
    }
  };
  await Promise.all([lane(), lane()]);
  process.stdout.write(`${TEXTURE_CORPUS.length} models, ${times} times: ${JSON.stringify(count)}\n`);
} finally {
  pool.close();
  await rm(dir, { recursive: true, force: true });
}
process.exitCode = count.failed + count.incomplete + count.outgrown > 0 ? 1 : 0;
