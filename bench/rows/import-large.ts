import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentBytes } from '@diorama/gateway/test/attacks/process-watch.ts';
import { ModelBuilder } from '@diorama/worker-assets/test/size-corpus/model-builder.ts';
import { asPng, photo } from '@diorama/worker-assets/test/size-corpus/pictures.ts';
import { hills, scan } from '@diorama/worker-assets/test/size-corpus/shapes.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { type Measured, summarise } from '../measure.ts';
import { assetReady, uploadModel } from '../models.ts';
import { openProduct, type Product } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const MB = 1_000_000;
const SAMPLE_MS = 50;
/** Of eleven megabytes each. */
const PICTURES = 25;

/** About 100 MB of triangles. */
async function triangles() {
  const builder = new ModelBuilder();
  builder.place('Hills', builder.mesh('Hills', hills(1_330), builder.material('Grass')));
  return builder.document;
}

/** Nearly the largest allowed upload, most of it pictures. */
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

/** Imports a file. @returns the peak growth of the worker's memory in megabytes, and the seconds. */
async function importFile(product: Product, path: string): Promise<{ grown: number; seconds: number }> {
  using ends = new DisposableStack();
  const pid = product.stack.run().processes['worker-assets']?.pid ?? 0;
  const before = residentBytes(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, SAMPLE_MS);
  ends.defer(() => clearInterval(timer));
  const startedAt = performance.now();
  await assetReady(product, await uploadModel(product, path));
  return { grown: (most - before) / MB, seconds: (performance.now() - startedAt) / 1_000 };
}

export const importLarge: Row = {
  name: 'import-large',
  what: 'models of about 100 MB and of nearly 300 MB come in: what the worker beside its children holds, and how long it takes',
  run: async () => {
    using ends = new DisposableStack();
    const dir = mkdtempSync(join(tmpdir(), 'diorama-import-large-'));
    ends.defer(() => rmSync(dir, { recursive: true, force: true }));
    const paths = await writeCorpus(dir, [
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
