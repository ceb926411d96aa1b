import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import {
  beginReimagine,
  cancelReimagine,
  countLeft,
  createReimagine,
  findReimagine,
} from '@diorama/shared/server/scenes/reimagines.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ReimagineError } from '../reimagine/reimaginer.ts';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { solidPng } from '../test/sample-documents.ts';

const harness = useJobHarness();
const worker = useAssetWorker(harness, { hasTools: false });

describe('a reimagined view', () => {
  let compositionId: string;
  beforeAll(async () => {
    compositionId = await makeScene(harness.db, harness.person);
  });

  const request = async (image: Uint8Array, depth: Uint8Array | null = null) => {
    const { accountId, userId } = harness.person;
    const store = (body: Uint8Array) =>
      storeObject(harness, { accountId, body: Buffer.from(body), contentType: 'image/png' });
    const object = await store(image);
    const far = depth && (await store(depth));
    const values = { prompt: 'In winter', style: 'winter', strength: 0.5, count: 3 } as const;
    return createReimagine(harness.db, {
      id: uuidv7(),
      ...values,
      compositionId,
      accountId,
      userId,
      depthObject: far?.id ?? null,
      imageObject: object.id,
    });
  };
  const outcome = async (id: string) => {
    const isOver = async () =>
      ['completed', 'failed', 'cancelled'].includes((await findReimagine(harness.db, id))?.status ?? '');
    await expect.poll(isOver, WAIT).toBe(true);
    return findReimagine(harness.db, id);
  };

  it('has the requested number of pictures, which are counted', async () => {
    const before = await countLeft(harness.db, harness.person.accountId);
    const done = await outcome(await request(await solidPng(64, '#336699')));
    expect(done?.status).toBe('completed');
    expect(done?.candidate_objects).toHaveLength(3);
    const first = await harness.stored(done?.candidate_objects[0] ?? null);
    expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
    expect(await countLeft(harness.db, harness.person.accountId)).toBe(before - 3);
  });

  it('depends on its depth picture', async () => {
    const [near, far] = await Promise.all(
      ['#ffffff', '#000000'].map(async (shade) => {
        const done = await outcome(await request(await solidPng(8, '#203040'), await solidPng(8, shade)));
        const { channels } = await sharp(await harness.stored(done?.candidate_objects[0] ?? null)).stats();
        return channels[0]?.mean ?? Number.NaN;
      }),
    );
    // The stand-in draws haze over distant parts.
    expect(far).toBeGreaterThan((near ?? 0) + 20);
  });

  it('fails and counts nothing if the service refuses it', async () => {
    const before = await countLeft(harness.db, harness.person.accountId);
    const { reimaginer } = worker.deps;
    worker.deps.reimaginer = { imagine: () => Promise.reject(new ReimagineError('reimagine.refused')) };
    const done = await outcome(await request(await solidPng(8, '#ffffff')));
    worker.deps.reimaginer = reimaginer;
    expect(done).toMatchObject({ status: 'failed', error_code: 'reimagine.refused', candidate_objects: [] });
    expect(await countLeft(harness.db, harness.person.accountId)).toBe(before);
  });

  it('stays canceled', async () => {
    const id = await request(await solidPng(8, '#000000'));
    await cancelReimagine(harness.db, id);
    expect((await outcome(id))?.status).toMatch(/cancelled|completed/);
    await cancelReimagine(harness.db, id);
    expect(await beginReimagine(harness.db, id, 99)).toBe(false);
  });
});
