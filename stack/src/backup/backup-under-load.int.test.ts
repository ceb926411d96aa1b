// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHarness, useHarness } from '@diorama/gateway/test/harness.ts';
import { canonicalJson } from '@diorama/shared/domain/canonical-json.ts';
import { assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { type BackupPlace, folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { orderReconcile } from '@diorama/worker-billing/jobs/order-reconcile.ts';
import { afterEach, expect, test } from 'vitest';
import { jobContext } from '../test/job-context.ts';
import { checkBooks, checkObjects, checkReferences } from './test/check-restored.ts';
import { type EmptyInstallation, emptyInstallation } from './test/empty-installation.ts';
import { COUNTERS, type EditedScene, PeopleAtWork } from './test/people-at-work.ts';

/** Work between two tables of a backup, and between its first objects. */
const EDITS = 20;
/** Tables between which there is also an upload and a payment. */
const EACH_TABLES = 10;
const SLOWED_OBJECTS = 20;

const harness = useHarness();
const ends = new AsyncDisposableStack();
afterEach(() => ends.disposeAsync());

/** A place whose tables and first objects are written only after further work. */
function slowedPlace(place: BackupPlace, work: PeopleAtWork): BackupPlace {
  let tables = 0;
  let objects = 0;
  return {
    ...place,
    write: async (path, body, expected) => {
      if (path.endsWith('.copy')) {
        tables += 1;
        await work.more({ edits: EDITS, ...(tables % EACH_TABLES === 0 && { uploads: 1, invoices: 1 }) });
      } else if (path.startsWith('objects/') && objects < SLOWED_OBJECTS) {
        objects += 1;
        await work.more({ edits: EDITS });
      }
      await place.write(path, body, expected);
    },
  };
}

async function openRestored({ databaseUrl, dataDir }: EmptyInstallation) {
  const restored = await startHarness({ DATABASE_URL: databaseUrl, DIORAMA_DATA_DIR: dataDir });
  ends.defer(restored.close);
  return restored;
}

test('a backup shows one moment of scenes, files and payments under load', async () => {
  const work = await PeopleAtWork.start(harness);
  const folder = await mkdtemp(join(tmpdir(), 'diorama-backup-'));
  ends.defer(() => rm(folder, { recursive: true, force: true }));
  const place = folderPlace(folder);
  const before = { done: work.done, stored: work.scenes.map(({ stored }) => stored) };
  const { missing, manifest } = await makeBackup({
    place: slowedPlace(place, work),
    databaseUrl: harness.deps.env.databaseUrl,
    store: harness.deps.store,
  });
  const after = { done: work.done, made: work.scenes.map(({ made }) => made) };
  await work.stop();
  expect(missing).toEqual([]);
  expect(after.done.edits - before.done.edits).toBeGreaterThanOrEqual(EDITS * manifest.tables.length);
  expect(after.done.invoices).toBeGreaterThan(before.done.invoices);
  expect(after.done.uploads).toBeGreaterThan(before.done.uploads);

  const target = ends.use(await emptyInstallation());
  await restoreBackup({ place, ...target });
  const { db, ...restored } = await openRestored(target);
  await checkReferences(db);
  await checkObjects(db, target.store);
  const invoices = await checkBooks(db);
  expect(invoices).toBeGreaterThanOrEqual(before.done.invoices);
  expect(invoices).toBeLessThanOrEqual(after.done.invoices);

  const { token } = (
    await restored.call('POST', '/api/login', { body: { email: work.email, password: 'a long enough pass' } })
  ).json;
  const readScene = async ({ id }: EditedScene) => {
    const options = { token: String(token) };
    const { status, json } = await restored.call('GET', `/api/compositions/${id}/document`, options);
    expect(status).toBe(200);
    return parseDocument(json.document);
  };
  for (const [at, scene] of work.scenes.entries()) {
    const document = await readScene(scene);
    const counts = COUNTERS.map((counter) => document.nodes[counter]?.position[0] ?? -1);
    const count = counts[0] ?? -1;
    expect(counts).toEqual([count, count]);
    expect(canonicalJson(document)).toBe(scene.stateAt(count));
    expect(count).toBeGreaterThanOrEqual((before.stored[at] ?? 0) - 1);
    expect(count).toBeLessThan(after.made[at] ?? 0);
    for (const asset of assetReferences(document)) {
      expect((await restored.call('GET', asset, { token: String(token) })).status).toBe(200);
    }
  }
  await checkReferences(db);

  // Money that came in at that moment, and was not booked yet, is booked once.
  for (const orderId of await db('orders').pluck('id')) {
    await orderReconcile(restored.deps)({ orderId }, jobContext());
  }
  const paid = await db('sandbox_payments').where({ state: 'succeeded' });
  expect(await checkBooks(db)).toBe(paid.length);
});
