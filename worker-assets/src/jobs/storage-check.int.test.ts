import { randomUUID } from 'node:crypto';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { makePerson } from '@diorama/stack/test/factories.ts';
import { describe, expect, it } from 'vitest';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobDesk } from '../test/job-desk.ts';

const desk = useJobDesk();
useAssetWorker(desk, { hasTools: false });

describe('the storage of a workspace', () => {
  it('is corrected to the byte by its check', async () => {
    const before = await desk.usedStorage();
    await desk
      .db('accounts')
      .where({ id: desk.person.accountId })
      .update({ storage_used: before + 12_345 });
    const { accountId } = desk.person;
    await desk.db.transaction((trx) => recordEvent(trx, { name: 'storage.changed', payload: { accountId } }));
    await expect.poll(desk.usedStorage, WAIT).toBe(before);
  });

  it('warns its owner once each time it passes 90 % or all of its quota', async () => {
    const { accountId, email } = await makePerson(desk.db, { locale: 'es' });
    const file = { accountId, body: Buffer.from('some file'), contentType: 'text/plain' };
    const object = await storeObject(desk, file);
    await desk.db('assets').insert({
      id: randomUUID(),
      account_id: accountId,
      type: 3,
      name: 'big',
      size: 1,
      status: 'ready',
      original_object: object.id,
    });
    const fill = async (bytes: number) => {
      await desk.db('objects').where({ id: object.id }).update({ size: bytes });
      await desk.db.transaction((trx) =>
        recordEvent(trx, { name: 'storage.changed', payload: { accountId } }),
      );
      const used = () => desk.db('accounts').where({ id: accountId }).first('storage_used');
      await expect.poll(async () => (await used())?.storage_used, WAIT).toBe(bytes);
      const mails = await desk.db('emails').where({ recipient: email }).orderBy('created_at');
      return mails.map(({ template }) => template);
    };
    const GB = 1_000_000_000;
    expect(await fill(1.7 * GB)).toEqual([]);
    expect(await fill(1.8 * GB)).toEqual(['storage-warning']);
    expect(await fill(1.9 * GB)).toEqual(['storage-warning']);
    expect(await fill(2 * GB)).toEqual(['storage-warning', 'storage-full']);
    expect(await fill(1.95 * GB)).toEqual(['storage-warning', 'storage-full']);
    expect(await fill(1 * GB)).toEqual(['storage-warning', 'storage-full']);
    expect(await fill(1.85 * GB)).toEqual(['storage-warning', 'storage-full', 'storage-warning']);
    const mail = await desk.db('emails').where({ recipient: email }).first('props');
    expect(mail?.props.url).toMatch(`/es/storage?workspace=${accountId}`);
  });
});
