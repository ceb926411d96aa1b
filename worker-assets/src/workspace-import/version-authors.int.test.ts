import { createVersion } from '@diorama/shared/server/scenes/versions.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { expect, test } from 'vitest';
import { useTransfers } from './test/transfer-fixture.ts';
import { unpack } from './test/whole-workspace.ts';

const transfers = useTransfers();

test('an import assigns versions only to the importing user, and keeps other authors by name', async () => {
  const { db } = transfers;
  const owner = await transfers.makeOwner('owner');
  const target = await transfers.makeOwner('target');
  const scene = await makeScene(db, owner, { document: { nodes: { box: { kind: 'box' } } } });
  await db.transaction((trx) => createVersion(trx, scene, { name: 'Of the owner', userId: owner.userId }));
  await db('compositions').where({ id: scene }).update({ revision: 1 });
  await db.transaction((trx) => createVersion(trx, scene, { name: 'Of the target', userId: target.userId }));

  const archive = await transfers.exportOf(owner);
  const [archived] = [...unpack(archive).scenes.values()];
  expect(archived?.scene.versions.map(({ name, author }) => [name, author])).toEqual([
    ['Of the owner', { email: owner.email, name: 'owner' }],
    ['Of the target', { email: target.email, name: 'target' }],
  ]);

  expect((await transfers.importInto(target, archive)).status).toBe('completed');
  const rows = await db('scene_versions as v')
    .join('compositions as c', 'c.id', 'v.composition_id')
    .where('c.account_id', target.accountId)
    .orderBy('v.name')
    .select('v.name', 'v.created_by', 'v.author_name');
  expect(rows).toEqual([
    { name: 'Of the owner', created_by: null, author_name: 'owner' },
    { name: 'Of the target', created_by: target.userId, author_name: null },
  ]);
});
