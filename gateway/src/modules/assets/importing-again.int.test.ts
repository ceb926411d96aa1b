import { LARGE_BYTES } from '@diorama/shared/domain/import-queue.ts';
import { failAsset } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { scenesOf } from '../organise/scenes-fixture.ts';

describe('importing a file again', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const { addAsset, createScene, used } = scenesOf(fixture);
  const db = () => fixture.harness.db;
  const assets = (iri: string) => db()('assets').where({ id: idOf(iri) });

  /** A file whose import failed after a few runs, and which no longer counts as storage. */
  const addFailed = async (scene: string, size = 700) => {
    const { iri } = await addAsset(scene, size);
    await assets(iri).update({ status: 'processing', progress: 40, main_object: null, fence: 1_000_003 });
    const asset = { id: idOf(iri), account_id: fixture.owner.accountId, import_round: 0 };
    await db().transaction((trx) => failAsset(trx, asset, { code: 'import.unfinished', detail: null }));
    return iri;
  };
  const again = (iri: string, person = fixture.owner) => call('POST', `${iri}/imports`, undefined, person);
  const asked = async (iri: string) =>
    (await fixture.harness.events('asset.uploaded')).filter(
      (payload) => (payload as { assetId: string }).assetId === idOf(iri),
    );

  it('charges its bytes and queues it like a new upload', async () => {
    const iri = await addFailed(await createScene());
    expect(await used()).toBe(0);
    expect((await call('GET', iri)).json).toMatchObject({
      status: 'failed',
      error: { code: 'import.unfinished', message: 'Import not finished' },
    });
    const answer = await again(iri);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ status: 'uploaded', progress: 0, position: 1, error: null });
    expect(await used()).toBe(700);
    expect(await asked(iri)).toEqual([{ assetId: idOf(iri), round: 1 }]);
    expect(await assets(iri).first('fence', 'failed_at')).toEqual({ fence: 0, failed_at: null });
  });

  it('queues behind the workspace’s waiting imports, with large files in a separate queue', async () => {
    const scene = await createScene();
    await again(await addFailed(scene));
    const large = await addFailed(scene);
    await assets(large).update({ size: LARGE_BYTES });
    await db()('accounts').where({ id: fixture.owner.accountId }).update({ plan: 'pro' });
    expect((await again(large)).status).toBe(200);
    expect(await asked(large)).toEqual([{ assetId: idOf(large), turn: 3, isLarge: true, round: 1 }]);
  });

  it('happens once for repeated requests', async () => {
    const iri = await addFailed(await createScene());
    const answers = await Promise.all([again(iri), again(iri), again(iri)]);
    expect(answers.map(({ status, json }) => [status, json.status])).toEqual(
      answers.map(() => [200, 'uploaded']),
    );
    await assets(iri).update({ status: 'ready' });
    expect((await again(iri)).json.status).toBe('ready');
    expect(await asked(iri)).toHaveLength(1);
    expect(await used()).toBe(700);
  });

  it('is refused with 409 when the original is gone', async () => {
    const iri = await addFailed(await createScene());
    await assets(iri).update({ original_object: null });
    const answer = await again(iri);
    expect([answer.status, JSON.parse(answer.text).description]).toEqual([409, 'asset.original-gone']);
  });

  it('is refused when the storage is full', async () => {
    const iri = await addFailed(await createScene());
    await db()('accounts').where({ id: fixture.owner.accountId }).update({ storage_used: 1e15 });
    const answer = await again(iri);
    expect([answer.status, JSON.parse(answer.text).description]).toEqual([
      403,
      'security.account.storage-full',
    ]);
    expect((await call('GET', iri)).json.status).toBe('failed');
    expect(await asked(iri)).toEqual([]);
  });

  it('is allowed to editors of its scene and refused to viewers and strangers', async () => {
    const scene = await createScene();
    const iri = await addFailed(scene);
    const [editor, viewer] = [await fixture.join('editor'), await fixture.join('viewer')];
    await fixture.shareScene(scene, editor, 0);
    await fixture.shareScene(scene, viewer, 1);
    const statuses = [];
    for (const person of [viewer, fixture.stranger, editor]) {
      statuses.push((await again(iri, person)).status);
    }
    expect(statuses).toEqual([403, 404, 200]);
  });
});

describe('the estimated wait of an import', () => {
  const fixture = useWorkspace();
  const { addAsset, createScene } = scenesOf(fixture);
  const etaOf = async (iri: string) => (await fixture.call('GET', iri)).json.etaSeconds;

  it('is derived from recent imports of its size and the number that run in parallel', async () => {
    const db = fixture.harness.db;
    const scene = await createScene();
    const add = async (change: object) => {
      const { iri } = await addAsset(scene, 10);
      await db('assets')
        .where({ id: idOf(iri) })
        .update(change);
      return iri;
    };
    const waiting = await add({ status: 'uploaded' });
    const large = await add({ status: 'uploaded', size: LARGE_BYTES });
    expect([await etaOf(waiting), await etaOf(large)], 'as long as nobody knows').toEqual([4, 60]);
    await add({ extra: { importSeconds: 20 } });
    await add({ extra: { importSeconds: 40 } });
    expect([await etaOf(waiting), await etaOf(large)], 'two small ones at once').toEqual([15, 60]);
    await add({ extra: { importSeconds: 300 }, size: LARGE_BYTES });
    expect([await etaOf(waiting), await etaOf(large)]).toEqual([15, 300]);
    for (const status of ['processing', 'processing', 'uploaded']) {
      await add({ status, turn: 10 });
    }
    expect(await etaOf(waiting), 'beside further files of others').toBe(15);
    const worker = { kind: 'worker', name: 'worker-assets', host: 'a', pid: 1, roles: [], busy: '[]' };
    for (const id of ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']) {
      const times = { started_at: db.fn.now(), seen_at: db.fn.now() };
      await db('process_heartbeats').insert({ id, ...worker, queues: ['assets', 'large-assets'], ...times });
    }
    expect([await etaOf(waiting), await etaOf(large)], 'by two workers').toEqual([8, 150]);
    expect(await etaOf(await add({ status: 'processing' })), 'what does not wait').toBeNull();
  });
});
