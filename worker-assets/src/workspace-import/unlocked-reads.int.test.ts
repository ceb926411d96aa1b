import { tmpdir } from 'node:os';
import { createVersion } from '@diorama/shared/server/scenes/versions.queries.ts';
import { lockAccount } from '@diorama/shared/server/storage/storage.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { ArchiveReader } from './archive-reader.ts';
import { DocumentSpool } from './document-spool.ts';
import { useTransfers } from './test/transfer-fixture.ts';

const transfers = useTransfers();
afterEach(() => vi.restoreAllMocks());

it('no file of an archive is read while its workspace is locked', async () => {
  const { db } = transfers;
  const owner = await transfers.makeOwner('owner');
  for (const name of ['First', 'Second']) {
    const scene = await makeScene(db, owner, { name, document: { nodes: { box: { kind: 'box' } } } });
    for (const revision of [0, 1, 2]) {
      await db('compositions').where({ id: scene }).update({ revision });
      await db.transaction((trx) => createVersion(trx, scene, { name: `${revision}`, userId: owner.userId }));
    }
  }
  const archive = await transfers.exportOf(owner);
  const target = await transfers.makeOwner('target');
  const isLocked = async () => {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      'select 1 from accounts where id = ? for no key update skip locked',
      [target.accountId],
    );
    return rows.length === 0;
  };
  await db.transaction(async (trx) => {
    await lockAccount(trx, target.accountId);
    expect(await isLocked()).toBe(true);
  });

  const reads: { name: string; isLocked: boolean }[] = [];
  const { readText } = ArchiveReader.prototype;
  vi.spyOn(ArchiveReader.prototype, 'readText').mockImplementation(async function (
    this: ArchiveReader,
    ...[name, limit]
  ) {
    reads.push({ name, isLocked: await isLocked() });
    return readText.call(this, name, limit);
  });
  expect((await transfers.importInto(target, archive)).status).toBe('completed');
  expect(reads.filter((read) => read.name.includes('/versions/')).length).toBeGreaterThanOrEqual(6);
  expect(reads.filter((read) => read.isLocked)).toEqual([]);
});

it('a spool returns each document as it was, in any order, and none that it does not have', async () => {
  const documents = ['{}', '', '{"name":"Łódź 東京 🪑"}', 'x'.repeat(3_000_000)];
  await DocumentSpool.run(tmpdir(), async (spool) => {
    for (const [at, document] of documents.entries()) {
      await spool.add(`${at}`, document);
    }
    for (const at of [2, 0, 3, 1]) {
      expect(await spool.read(`${at}`)).toBe(documents[at]);
    }
    await expect(spool.read('4')).rejects.toThrow('was not read ahead');
  });
});
