import { mkdtempDisposableSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelBuilder } from '@diorama/worker-assets/test/size-corpus/model-builder.ts';
import { asPng, photo } from '@diorama/worker-assets/test/size-corpus/pictures.ts';
import { hills, scan } from '@diorama/worker-assets/test/size-corpus/shapes.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { type Measured, summarise } from '../measure.ts';
import { growthOf } from '../memory.ts';
import { assetReady, uploadModel } from '../models.ts';
import { openProduct, type Product } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const MB = 1_000_000;
const SAMPLE_MS = 50;
/** Number of pictures, 11 MB each. */
const PICTURES = 25;

/** A model with about 100 MB of triangles. */
async function triangles() {
  const builder = new ModelBuilder();
  builder.place('Hills', builder.mesh('Hills', hills(1_330), builder.material('Grass')));
  return builder.document;
}

/** A model near the upload limit, mostly of textures. */
async function pictures() {
  const builder = new ModelBuilder();
  for (let i = 0; i < PICTURES; i += 1) {
    const material = builder.material(`Photo ${i}`, [1, 1, 1]);
    const png = await asPng(await photo(2_048, i + 1));
    material.setBaseColorTexture(builder.texture(`Photo ${i}`, png, 'image/png'));
    builder.place(`Ball ${i}`, builder.mesh(`Ball ${i}`, scan(64 + i), material), [i * 3, 0, 0]);
  }
  return builder.document;
}

/** Imports a file. @returns the worker's largest memory growth in MB, and the duration in seconds. */
async function importFile(product: Product, path: string): Promise<{ grown: number; seconds: number }> {
  const pid = product.stack.run().processes['worker-assets']?.pid ?? 0;
  const startedAt = performance.now();
  const run = async () => assetReady(product, await uploadModel(product, path));
  const grown = (await growthOf(pid, { sampleMs: SAMPLE_MS, run })) / MB;
  return { grown, seconds: (performance.now() - startedAt) / 1_000 };
}

export const importLarge: Row = {
  name: 'import-large',
  what: 'models of about 100 MB and of nearly 300 MB come in: what the worker beside its children holds, and how long it takes',
  run: async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-import-large-'));
    const paths = await writeCorpus(dir.path, [
      { name: 'triangles', make: triangles },
      { name: 'pictures', make: pictures },
    ]);
    await using product = await openProduct();
    const measured: Measured[] = [];
    const notes: string[] = [];
    for (const [name, path] of paths) {
      const { grown, seconds } = await importFile(product, path);
      measured.push(summarise(name, [grown]));
      notes.push(`${name}: ${Math.round(statSync(path).size / MB)} MB, ready after ${seconds.toFixed(0)} s`);
    }
    return {
      unit: 'MB',
      measured,
      goals: measured.map(({ name, median }) => atMost(`the worker grows by MB, ${name}`, median, 150)),
      notes,
    };
  },
};
