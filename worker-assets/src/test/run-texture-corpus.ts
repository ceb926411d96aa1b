import { ConversionPool } from '../import/conversion-pool.ts';
import { importForTest } from './import-for-test.ts';
import { TEXTURE_CORPUS, texturedGlb } from './texture-corpus.ts';

/**
 * Imports the corpus of textured models repeatedly with two children at once, and counts failures and
 * exceeded memory needs: `node worker-assets/src/test/run-texture-corpus.ts [times]`.
 */
const times = Number(process.argv[2] ?? 10);
const count = { imported: 0, failed: 0, incomplete: 0, outgrown: 0 };
const pool = await ConversionPool.create({
  logger: {
    warn: () => {
      count.outgrown += 1;
    },
  },
});

async function importOne(index: number, bytes: Uint8Array): Promise<void> {
  try {
    await importForTest(pool, { bytes, name: 'model.glb' }, async ({ report }) => {
      count.incomplete += report.dropped.length + report.missing.length > 0 ? 1 : 0;
    });
    count.imported += 1;
  } catch (error) {
    count.failed += 1;
    process.stderr.write(`${JSON.stringify(TEXTURE_CORPUS[index])} ${error}\n`);
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
}
process.exitCode = count.failed + count.incomplete + count.outgrown > 0 ? 1 : 0;
