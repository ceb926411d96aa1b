import { randomUUID } from 'node:crypto';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { makePerson } from '@diorama/stack/test/factories.ts';
import { describe, expect, it } from 'vitest';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobHarness } from '../test/job-harness.ts';

const harness = useJobHarness();
useAssetWorker(harness, { hasTools: false });

describe('the storage of a workspace', () => {
  it('is corrected to the byte by its check', async () => {
    const before = await harness.usedStorage();
    await harness
      .db('accounts')
      .where({ id: harness.person.accountId })
      .update({ storage_used: before + 12_345 });
    const { accountId } = harness.person;
    await harness.db.transaction((trx) =>
      recordEvent(trx, { name: 'storage.changed', payload: { accountId } }),
    );
    await expect.poll(harness.usedStorage, WAIT).toBe(before);
  });

  it('warns its owner once each time it passes 90 % or all of its quota', async () => {
    const { accountId, email } = await makePerson(harness.db, { locale: 'es' });
    const file = { accountId, body: Buffer.from('some file'), contentType: 'text/plain' };
    const object = await storeObject(harness, file);
    await harness.db('assets').insert({
      id: randomUUID(),
      account_id: accountId,
      type: 3,
      name: 'big',
      size: 1,
      status: 'ready',
      original_object: object.id,
    });
    const fill = async (bytes: number) => {
      await harness.db('objects').where({ id: object.id }).update({ size: bytes });
      await harness.db.transaction((trx) =>
        recordEvent(trx, { name: 'storage.changed', payload: { accountId } }),
      );
      const used = () => harness.db('accounts').where({ id: accountId }).first('storage_used');
      await expect.poll(async () => (await used())?.storage_used, WAIT).toBe(bytes);
      const mails = await harness.db('emails').where({ recipient: email }).orderBy('created_at');
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
    const mail = await harness.db('emails').where({ recipient: email }).first('props');
    expect(mail?.props.url).toMatch(`/es/storage?workspace=${accountId}`);
  });
});
