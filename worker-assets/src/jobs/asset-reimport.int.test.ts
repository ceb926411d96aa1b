import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { deleteAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { requestOldPictures } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { notesOf, photo } from '../test/photo.ts';
import { assetImport } from './asset-import.ts';
import { assetReimport } from './asset-reimport.ts';
import { assetSweep } from './asset-sweep.ts';

const harness = useJobHarness();
let pool: ConversionPool;
beforeAll(async () => {
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(() => pool?.close());
beforeEach(() => harness.db('outbox').where({ name: 'asset.outdated' }).delete());

/** A picture as stored by earlier releases, which kept its metadata. */
async function oldPicture(name: string, bytes: Uint8Array, type: number = ASSET_TYPE.image): Promise<string> {
  const id = await harness.upload(name, bytes, type);
  const { original_object: original } = await harness.read(id);
  await harness
    .db('assets')
    .where({ id })
    .update({ status: 'ready', main_object: original, thumbnail_object: original });
  return id;
}

const sweep = () => assetSweep(harness.depsWith())({}, jobContext());
const renew = (assetId: string) => assetReimport(harness.depsWith({ pool }))({ assetId }, jobContext());
const asked = async (): Promise<string[]> => {
  const events = await harness.db('outbox').where({ name: 'asset.outdated' }).orderBy('id').select('payload');
  return events.map(({ payload }) => payload.assetId);
};

describe('a picture imported by an older release', () => {
  it('is requested once, oldest first, in limited numbers; other files are not', async () => {
    const old = [
      await oldPicture('a.jpg', await photo('jpeg')),
      await oldPicture('b.png', await photo('png')),
    ];
    await oldPicture('font.ttf', Buffer.from('font'), ASSET_TYPE.font);
    const today = await harness.upload(
      'c.png',
      await sharp(await photo('png'))
        .png()
        .toBuffer(),
      ASSET_TYPE.image,
    );
    await assetImport(harness.depsWith({ pool }))({ assetId: today }, jobContext());
    expect((await harness.read(today)).main_object).toBe((await harness.read(today)).original_object);

    expect(await harness.db.transaction((trx) => requestOldPictures(trx, 1))).toBe(1);
    expect(await asked()).toEqual(old.slice(0, 1));
    expect(await sweep()).toMatchObject({ outdated: 1 });
    expect(await asked()).toEqual(old);
    expect(await sweep()).toMatchObject({ outdated: 0 });
  });

  it('loses its metadata, also as an avatar or logo, without changing the used storage', async () => {
    const bytes = await photo('jpeg', { color: '#2040c0' });
    const id = await oldPicture('me.jpg', bytes);
    const before = await harness.read(id);
    const used = await harness.usedStorage();
    const shown = { avatar_object: before.original_object };
    await harness.db('users').where({ id: harness.person.userId }).update(shown);
    await harness
      .db('accounts')
      .where({ id: harness.person.accountId })
      .update({ logo_object: before.original_object });

    expect(await renew(id)).toEqual({ status: 'made' });
    const after = await harness.read(id);
    expect(after).toMatchObject({ status: 'ready', original_object: before.original_object });
    const main = await harness.stored(after.main_object);
    expect(await notesOf(main)).toEqual([]);
    expect(await sharp(main).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    expect(await notesOf(await harness.stored(after.thumbnail_object))).toEqual([]);
    expect(await notesOf(await harness.stored(after.original_object))).not.toEqual([]);
    const user = await harness.db('users').where({ id: harness.person.userId }).first('avatar_object');
    const account = await harness.db('accounts').where({ id: harness.person.accountId }).first('logo_object');
    expect([user.avatar_object, account.logo_object]).toEqual([after.main_object, after.main_object]);
    expect(await harness.usedStorage()).toBe(used);

    expect(await renew(id)).toEqual({ status: 'gone' });
    expect(await harness.read(id)).toEqual(after);
  });

  it('stays unchanged if it has no metadata, cannot be read or is deleted', async () => {
    const plain = await oldPicture(
      'plain.png',
      await sharp(await photo('png'))
        .png()
        .toBuffer(),
    );
    const broken = await oldPicture('broken.jpg', (await photo('jpeg')).subarray(0, 300));
    const deleted = await oldPicture('gone.webp', await photo('webp'));
    await deleteAsset(harness.db, { id: deleted, force: false });
    const before = [await harness.read(plain), await harness.read(broken)];
    expect(
      [await renew(plain), await renew(broken), await renew(deleted)].map(({ status }) => status),
    ).toEqual(['kept', 'kept', 'gone']);
    expect([await harness.read(plain), await harness.read(broken)]).toEqual(before);
  });
});
