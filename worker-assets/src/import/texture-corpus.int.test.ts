import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gltfWithPicture } from '../test/hostile-files.ts';
import { picture, TEXTURE_CORPUS, type TexturedModel, texturedGlb } from '../test/texture-corpus.ts';
import { ConversionPool } from './conversion-pool.ts';
import { importFile } from './import-file.ts';

const SAMPLE_EVERY = 11;

let dir: string;
let pool: ConversionPool;
/** Tasks that outgrew what they said they need. */
const outgrown: unknown[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-corpus-'));
  await chmod(dir, 0o711);
  pool = await ConversionPool.create({ size: 1, logger: { warn: (task: unknown) => outgrown.push(task) } });
});
afterAll(async () => {
  pool?.close();
  await rm(dir, { recursive: true, force: true });
});

const nameOf = (model: TexturedModel) => `${model.count} × ${model.size} px, ${model.format}`;
const SAMPLE = [
  ...TEXTURE_CORPUS.filter((_, i) => i % SAMPLE_EVERY === 0),
  { count: 5, size: 2048, format: 'jpeg' } as const,
  { count: 1, size: 8192, format: 'jpeg' } as const,
];

/** Imports a model and answers how much of it was left out. */
async function dropped(name: string, bytes: Uint8Array): Promise<string[]> {
  const path = join(dir, 'upload');
  await writeFile(path, bytes);
  const convertInPage = () => Promise.reject(new Error('no page in this test'));
  const request = { file: { name, path }, expects: 'model' } as const;
  return await importFile({ pool, convertInPage, tmpDir: dir }, request, async ({ report: made }) => [
    ...made.dropped,
    ...made.missing,
  ]);
}

describe('a good model with many or large pictures', () => {
  it.each(SAMPLE.map((model) => [nameOf(model), model] as const))(
    'comes in whole, within what it said it needs: %s',
    async (_, model) => {
      expect(await dropped('model.glb', await texturedGlb(model))).toEqual([]);
      expect(outgrown).toEqual([]);
    },
  );

  it('comes in whole where the model itself is hardly anything', async () => {
    const large = await picture(4096, 'png with alpha');
    const archive = zipSync({ 'quad.gltf': gltfWithPicture('large.png'), 'large.png': large }, { level: 0 });
    expect(await dropped('quad.zip', archive)).toEqual([]);
    expect(outgrown).toEqual([]);
  });
});
