import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LIBRARY_ACCOUNT_ID, LIBRARY_SEED_VERSION } from '@diorama/shared/domain/library.ts';
import { requestLibrarySeeds } from '@diorama/shared/server/assets/library-changes.ts';
import { JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { countStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { describe, expect, it } from 'vitest';
import { librarySeed } from '../jobs/library-seed.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { CATALOGUE, type Catalogue, fonts, materials, models, skies, textures } from './index.ts';
import { makeSeeds, PICTURES } from './make-seeds.ts';

/** One item of each kind, with the texture of the material. */
const FEW: Catalogue = {
  textures: textures.filter(({ key }) => key === 'texture-checks'),
  materials: materials.filter(({ key }) => key === 'checks'),
  skies: skies.slice(0, 1),
  models: models.slice(0, 2),
  fonts: fonts.slice(0, 1),
};
const SEEDS = [...materials, ...models, ...skies, ...textures, ...fonts];

/** Stores nothing, and names each object by its content. */
async function make(
  catalogue: Catalogue,
  onFile: (body: Buffer, type: string) => void | Promise<void> = () => undefined,
) {
  const keep = async (body: Buffer, type: string) => {
    await onFile(body, type);
    return createHash('sha256').update(body).digest('hex');
  };
  return makeSeeds({ keep, signal: new AbortController().signal }, catalogue);
}

describe('what the product brings along', () => {
  it('has a key of its own, a picture, and words in both languages', async () => {
    expect(new Set(SEEDS.map(({ key }) => key)).size).toBe(SEEDS.length);
    expect(SEEDS.filter(({ name, es }) => name === '' || es === '')).toEqual([]);
    const pictured = [...materials, ...models].map(({ key }) => `${key}.webp`);
    expect(pictured.filter((name) => !existsSync(join(PICTURES, name)))).toEqual([]);
    // No thumbnail of a removed item is left.
    expect((await readdir(PICTURES)).filter((name) => !pictured.includes(name))).toEqual([]);
  });

  it('is valid and stands on the ground', async () => {
    const seeds = await make({ ...CATALOGUE, textures: [], skies: [], fonts: [] }, async (body, type) => {
      if (type === 'model/gltf-binary') {
        await assertValidGlb(body);
      }
    });
    for (const { name, file } of seeds.filter(({ kind }) => kind === 'model')) {
      const { bounds, triangles = 0, slots = [] } = file?.extra ?? {};
      expect(bounds?.min[1], name).toBeCloseTo(0, 5);
      expect(triangles).toBeGreaterThan(0);
      expect(slots).not.toContain('');
    }
  });

  it('comes out the same every time', async () => {
    expect(await make(FEW)).toEqual(await make(FEW));
  });

  it('paints textures whose edges fit each other', () => {
    for (const { key, paint } of textures) {
      for (const at of [0.1, 0.37, 0.83]) {
        expect([key, paint(1, at).map(Math.round)]).toEqual([key, paint(0, at).map(Math.round)]);
        expect([key, paint(at, 1).map(Math.round)]).toEqual([key, paint(at, 0).map(Math.round)]);
      }
    }
  });
});

describe('the job that puts it into the library', () => {
  const harness = useJobHarness();

  it('gives the same library when it runs twice, and charges nobody', async () => {
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

  it('leaves a version that it does not have to a newer release', async () => {
    const count = () => harness.db('library_items').count();
    const before = await count();
    const newer = librarySeed(harness, FEW)({ version: LIBRARY_SEED_VERSION + 1 }, jobContext());
    await expect(newer).rejects.toThrow(JobPostponedError);
    expect(await count()).toEqual(before);
  });

  it('is asked for once in the life of a database, by however many gateways', async () => {
    await Promise.all([
      requestLibrarySeeds(harness.db, 7),
      requestLibrarySeeds(harness.db, 7),
      requestLibrarySeeds(harness.db, 7),
    ]);
    const asked = await harness.db('outbox').where({ name: 'library.requested' });
    expect(asked.map(({ payload }) => payload)).toEqual([{ version: 7 }]);
  });
});
