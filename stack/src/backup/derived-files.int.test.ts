import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHarness } from '@diorama/gateway/test/harness.ts';
import { publishScene } from '@diorama/gateway/test/published.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { expect, it } from 'vitest';
import { emptyInstallation } from './test/empty-installation.ts';

it('a restore requests the thumbnails and files that its backup lacks', async () => {
  await using ends = new AsyncDisposableStack();
  const harness = await startHarness();
  ends.defer(harness.close);
  const { db } = harness;
  const { store, env } = harness.deps;
  const owner = await harness.signUp('owner');
  const { accountId } = owner;
  const stored = async (text: string) =>
    (await storeObject(harness.deps, { accountId, body: Buffer.from(text), contentType: 'image/webp' })).id;

  const scene = await publishScene(harness, owner);
  const picture = await stored('card');
  await db('compositions').where({ id: scene }).update({ thumbnail_object: picture, thumbnail_revision: 0 });
  const [output] = await db('scene_outputs').where({ composition_id: scene });
  const frame = await stored('frame');
  await db('scene_outputs')
    .where({ id: output.id })
    .update({ carousel_objects: [frame] });
  const version = { id: uuidv7(), composition_id: scene, revision: 0, automatic: true };
  await db('scene_versions').insert({
    ...version,
    document: '{}',
    created_at: new Date(),
    thumbnail_object: await stored('version'),
  });
  const asset = { type: 2, size: 1, status: 'ready', account_id: accountId };
  const [whole, lost] = [uuidv7(), uuidv7()];
  await db('assets').insert([
    {
      ...asset,
      id: whole,
      name: 'whole.glb',
      original_object: await stored('a'),
      main_object: await stored('b'),
    },
    {
      ...asset,
      id: lost,
      name: 'lost.glb',
      original_object: await stored('c'),
      main_object: await stored('d'),
      thumbnail_object: await stored('e'),
    },
  ]);
  const option = { id: uuidv7(), output_id: output.id, choices: '{}', status: 'completed' };
  await db('option_outputs').insert({ ...option, usdz_object: await stored('option') });

  const invoice = { id: uuidv7(), account_id: accountId, number: 'INV-2026-000001', amount: 100 };
  await db('invoices').insert({ ...invoice, document_object: await stored('invoice') });

  const thumbnails = await db('assets').where({ id: lost }).pluck('thumbnail_object');
  const versions = await db('scene_versions').pluck('thumbnail_object');
  const invoices = await db('invoices').pluck('document_object');
  const options = await db('option_outputs').pluck('usdz_object');
  const gone = [picture, frame, output.glb_object, ...thumbnails, ...versions, ...options, ...invoices];
  for (const key of await db('objects').whereIn('id', gone).pluck('key')) {
    await store.delete(key);
  }
  await db('outbox').delete();
  const folder = await mkdtemp(join(tmpdir(), 'diorama-derived-'));
  ends.defer(() => rm(folder, { recursive: true, force: true }));
  const place = folderPlace(folder);
  const { missing } = await makeBackup({ place, databaseUrl: env.databaseUrl, store });
  expect(missing).toHaveLength(gone.length);

  const target = ends.use(await emptyInstallation());
  await restoreBackup({ place, ...target });
  const restored = createDb(target.databaseUrl, { name: 'test', max: 1 });
  ends.defer(() => restored.destroy());
  const events: { name: string; payload: Record<string, unknown> }[] = await restored('outbox').select(
    'name',
    'payload',
  );
  const made = await restored('scene_outputs').where({ composition_id: scene, status: 'queued' }).first('id');
  // After what people ask for meanwhile.
  const turn = 9;
  const byName = events.toSorted((a, b) => a.name.localeCompare(b.name));
  expect(byName).toEqual([
    { name: 'asset.uploaded', payload: { assetId: lost, round: 1, turn } },
    { name: 'composition.rested', payload: { compositionId: scene, turn } },
    { name: 'invoice.recorded', payload: { invoiceId: invoice.id, isRedrawn: true, turn } },
    { name: 'output.completed', payload: { outputId: output.id, turn } },
    { name: 'output.requested', payload: { outputId: made?.id, turn } },
    { name: 'version.kept', payload: { versionId: version.id, turn } },
  ]);
  // The link stays open while the files are made.
  expect(await restored('compositions').pluck('published_output_id')).toEqual([output.id]);
  expect(await restored('scene_outputs').where({ id: output.id }).pluck('status')).toEqual(['completed']);
  expect(await restored('option_outputs')).toEqual([]);
  expect(await restored('assets').where({ id: whole }).pluck('status')).toEqual(['ready']);
});
