import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { deleteAsset, importAgain } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { failAsset } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { updatePerson } from '@diorama/shared/server/people/people.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { describe, expect, it } from 'vitest';
import { useJobHarness } from '../test/job-harness.ts';
import { photo } from '../test/photo.ts';
import { assetSweep } from './asset-sweep.ts';

const harness = useJobHarness();
const sweep = () => assetSweep(harness.depsWith())({}, jobContext());
const UNREADABLE = { code: 'texture.invalid', detail: null };

/** The workspace's owner sets a picture whose import is still pending. */
async function choosePending(color: string) {
  const id = await harness.upload('me.jpg', await photo('jpeg', { color }), ASSET_TYPE.image);
  const { original_object: original } = await harness.read(id);
  await choose(original);
  return { id, original };
}
const choose = (object: string | null) =>
  harness.db.transaction((trx) => updatePerson(trx, harness.person.userId, { avatar_object: object }));

const shown = async () => {
  const row = await harness.db('users').where({ id: harness.person.userId }).first();
  return { shown: row.avatar_object, pending: row.avatar_wished };
};
const read = (id: string) => harness.db('assets').where({ id });

describe('a picture chosen before its import ends', () => {
  it('stays pending during its import, also when retried', async () => {
    const { id, original } = await choosePending('#111111');
    await sweep();
    expect(await shown()).toEqual({ shown: null, pending: original });
    await read(id).update({ status: 'failed', failed_at: harness.db.fn.now() });
    await importAgain(harness.db, id);
    await sweep();
    expect(await shown()).toEqual({ shown: null, pending: original });
  });

  it('is shown by the sweep if the import did not apply it', async () => {
    const { id, original } = await choosePending('#222222');
    const { original_object: made } = await harness.read(
      await harness.upload('made.png', await photo('png', { color: '#222222' }), ASSET_TYPE.image),
    );
    await read(id).update({ status: 'ready', main_object: made });
    expect(await shown()).toEqual({ shown: null, pending: original });
    await sweep();
    expect(await shown()).toEqual({ shown: made, pending: null });
  });

  it('is no longer pending once its upload is deleted, and cannot be chosen then', async () => {
    const { id, original } = await choosePending('#333333');
    await deleteAsset(harness.db, { id, force: true });
    await sweep();
    expect(await shown()).toEqual({ shown: null, pending: null });
    await choose(original);
    expect(await shown()).toEqual({ shown: null, pending: null });
  });

  it('stays pending if another upload of the same file fails', async () => {
    const { id, original } = await choosePending('#444444');
    const again = await harness.upload(
      'again.jpg',
      await photo('jpeg', { color: '#444444' }),
      ASSET_TYPE.image,
    );
    const twin = await harness.read(again);
    expect(twin.original_object).toBe(original);
    await harness.db.transaction((trx) => failAsset(trx, twin, UNREADABLE));
    expect(await shown()).toEqual({ shown: null, pending: original });
    const own = await harness.read(id);
    await harness.db.transaction((trx) => failAsset(trx, own, UNREADABLE));
    expect(await shown()).toEqual({ shown: null, pending: null });
  });
});
