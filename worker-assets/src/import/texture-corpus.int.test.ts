// @module-tag full
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gltfWithPicture } from '../test/hostile-files.ts';
import { importForTest } from '../test/import-for-test.ts';
import { picture, TEXTURE_CORPUS, type TexturedModel, texturedGlb } from '../test/texture-corpus.ts';
import { ConversionPool } from './conversion-pool.ts';
import { openingNeed } from './memory-need.ts';

const SAMPLE_EVERY = 11;

let dir: string;
let pool: ConversionPool;
/** Tasks that exceeded their reported memory need. */
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
/** Every eleventh model, including five JPEGs of 2048 pixels and one of 8192. */
const SAMPLE = [
  ...TEXTURE_CORPUS.filter((_, i) => i % SAMPLE_EVERY === 0),
  { count: 1, size: 8192, format: 'jpeg' } as const,
];

/** Imports a model and returns its dropped parts. */
async function dropped(name: string, bytes: Uint8Array): Promise<string[]> {
  return await importForTest(pool, { bytes, name }, async ({ report: made }) => [
    ...inEnglish(made.dropped),
    ...made.missing,
  ]);
}

describe('a valid model with many or large pictures', () => {
  it.each(SAMPLE.map((model) => [nameOf(model), model] as const))(
    'is imported completely within its declared memory: %s',
    async (_, model) => {
      expect(await dropped('model.glb', await texturedGlb(model))).toEqual([]);
      expect(outgrown).toEqual([]);
    },
  );

  it('is imported completely even if its geometry is tiny', async () => {
    const large = await picture(4096, 'png with alpha');
    const archive = zipSync({ 'quad.gltf': gltfWithPicture('large.png'), 'large.png': large }, { level: 0 });
    expect(await dropped('quad.zip', archive)).toEqual([]);
    expect(outgrown).toEqual([]);
  });
});

describe('the outputs of a scene with large pictures', () => {
  it('are made within their declared memory', async () => {
    const shown = { color: 'jpeg', normal: 'png', emissive: 'progressive jpeg' } as const;
    const maps: Record<string, string> = {};
    const assets: { iri: string; path: string }[] = [];
    for (const [at, [map, kind]] of Object.entries(shown).entries()) {
      const [iri, path] = [`/api/assets/00000000-0000-4000-8000-00000000000${at}`, join(dir, `map-${at}`)];
      await writeFile(path, await picture(4096, kind, at));
      maps[map] = iri;
      assets.push({ iri, path });
    }
    const document = parseDocument({
      materials: { m: { maps } },
      nodes: { quad: { kind: 'plane', material: 'm' } },
    });
    const scene = join(dir, 'scene.json');
    await writeFile(scene, JSON.stringify(document));
    const outputs = join(dir, 'outputs');
    await mkdir(outputs, { mode: 0o777 });
    await chmod(outputs, 0o777);
    const input = {
      scene,
      variants: [],
      assets,
      settings: { arPlacement: 'floor', credits: { title: 'Corpus', creator: 'Ana', license: 'cc-by' } },
      dir: outputs,
    } as const;
    const limits = { addedBytes: openingNeed(0), processorMs: 340_000, lane: 'small' } as const;
    const { stats } = await pool.run('build-outputs', input, limits);
    expect(stats).toMatchObject({ textures: 3, dropped: 0 });
    expect(outgrown).toEqual([]);
  });
});
