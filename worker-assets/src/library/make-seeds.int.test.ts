import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LIBRARY_ACCOUNT_ID, LIBRARY_SEED_VERSION } from '@diorama/shared/domain/library.ts';
import { requestLibrarySeeds } from '@diorama/shared/server/assets/library-changes.ts';
import { JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { countStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { librarySeed } from '../jobs/library-seed.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { CATALOGUE, type LibraryCatalogue } from './catalogue.ts';
import { makeSeeds, PICTURES, readLibraryFile } from './make-seeds.ts';

const { textures, materials, skies, models, fonts } = CATALOGUE;

/** One item of each kind, with the texture of the material. */
const FEW: LibraryCatalogue = {
  textures: textures.filter(({ key }) => key === 'texture-checks'),
  materials: materials.filter(({ key }) => key === 'checks'),
  skies: skies.slice(0, 1),
  models: models.slice(0, 2),
  fonts: fonts.slice(0, 1),
};
const SEEDS = [...materials, ...models, ...skies, ...textures, ...fonts];

/** Largest step at a seam, in steps inside the texture. A texture that does not fit has 2.2 or more. */
const SEAM = 1.75;

/** Stores nothing, and names each object by its content. */
async function make(
  catalogue: LibraryCatalogue,
  onFile: (body: Buffer, type: string) => void | Promise<void> = () => undefined,
) {
  const keep = async (body: Buffer, type: string) => {
    await onFile(body, type);
    return createHash('sha256').update(body).digest('hex');
  };
  return makeSeeds({ keep, signal: new AbortController().signal }, catalogue);
}

describe('the seed library', () => {
  it('has unique keys, a picture each, and names in every language', async () => {
    expect(new Set(SEEDS.map(({ key }) => key)).size).toBe(SEEDS.length);
    expect(SEEDS.filter(({ name, names }) => [name, ...Object.values(names)].includes(''))).toEqual([]);
    const pictured = [...materials, ...models, ...textures, ...skies].map(({ key }) => `${key}.webp`);
    expect(pictured.filter((name) => !existsSync(join(PICTURES, name)))).toEqual([]);
    // No thumbnail of a removed item is left.
    expect((await readdir(PICTURES)).filter((name) => !pictured.includes(name))).toEqual([]);
  });

  it('has valid models that rest on the ground', async () => {
    const seeds = await make({ ...CATALOGUE, textures: [], skies: [], fonts: [] }, async (body, type) => {
      if (type === 'model/gltf-binary') {
        await assertValidGlb(body);
      }
    });
    for (const { name, file } of seeds.filter(({ kind }) => kind === 'model')) {
      const { bounds, triangles = 0, slots = [] } = file?.extra ?? {};
      expect(bounds?.min[1], name).toBeCloseTo(0, 3);
      expect(triangles).toBeGreaterThan(0);
      expect(slots).not.toContain('');
    }
  });

  it('is the same on every run', async () => {
    expect(await make(FEW)).toEqual(await make(FEW));
  });

  it.each(textures)('has the seamless texture $key', async ({ key }) => {
    const { data, info } = await sharp(await readLibraryFile(`${key}.webp`))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const at = (x: number, y: number) => data.subarray((y * width + x) * channels).subarray(0, channels);
    /** Mean difference of each row or column to the one before it; the last one is before the first. */
    const step = (size: number, count: number, pixel: (line: number, place: number) => Uint8Array) =>
      Array.from({ length: count }, (_, line) => {
        let sum = 0;
        for (let place = 0; place < size; place += 1) {
          const [here, before] = [pixel(line, place), pixel((line + count - 1) % count, place)];
          sum += here.reduce((all, value, channel) => all + Math.abs(value - (before[channel] ?? 0)), 0);
        }
        return sum / size;
      });
    for (const [seam = 0, ...inside] of [step(height, width, at), step(width, height, (y, x) => at(x, y))]) {
      expect(seam).toBeLessThanOrEqual(Math.max(...inside) * SEAM);
    }
  });
});

describe('the seed job of the library', () => {
  const harness = useJobHarness();

  it('produces the same library when it runs twice, and uses no storage', async () => {
    const run = librarySeed(harness, FEW);
    const context = jobContext();
    const snapshot = () =>
      harness
        .db('library_items')
        .orderBy('id')
        .select('id', 'name', 'thumbnail_object', 'asset_id', 'material');
    expect(await run({ version: 1 }, context)).toEqual({ items: 6 });
    const first = await snapshot();
    expect(first).toHaveLength(6);
    await harness
      .db('library_items')
      .where({ name: 'Chair' })
      .update({ name: 'Good chair', is_published: false });
    await run({ version: 1 }, context);
    const second = await snapshot();
    // Changes by an operator stay.
    expect(second.map((row) => (row.name === 'Good chair' ? { ...row, name: 'Chair' } : row))).toEqual(first);
    expect(
      (await harness.db('library_items').where({ is_published: false })).map(({ name }) => name),
    ).toEqual(['Good chair']);
    expect(await countStorage(harness.db, LIBRARY_ACCOUNT_ID)).toBe(0);
  });

  it('postpones a version newer than its release', async () => {
    const count = () => harness.db('library_items').count();
    const before = await count();
    const newer = librarySeed(harness, FEW)({ version: LIBRARY_SEED_VERSION + 1 }, jobContext());
    await expect(newer).rejects.toThrow(JobPostponedError);
    expect(await count()).toEqual(before);
  });

  it('is requested once per database by any number of gateways', async () => {
    await Promise.all([
      requestLibrarySeeds(harness.db, 7),
      requestLibrarySeeds(harness.db, 7),
      requestLibrarySeeds(harness.db, 7),
    ]);
    const asked = await harness.db('outbox').where({ name: 'library.requested' });
    expect(asked.map(({ payload }) => payload)).toEqual([{ version: 7 }]);
  });
});
