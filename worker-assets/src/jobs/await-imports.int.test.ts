import { makePerson } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { expect, it } from 'vitest';
import { useJobHarness } from '../test/job-harness.ts';
import { awaitImports } from './await-imports.ts';

const harness = useJobHarness();

it('awaitImports postpones a job with growing delays while conversions may still end', async () => {
  const assetIds = [await harness.upload('a.glb', new Uint8Array(4))];
  const { accountId } = harness.person;
  const wait = (ageMs: number, account = accountId) =>
    awaitImports(harness.db, { accountId: account, assetIds }, jobContext({ ageMs }));
  await expect(wait(0)).rejects.toMatchObject({ delayMs: 1_000 });
  await expect(wait(20_000)).rejects.toMatchObject({ delayMs: 5_000 });
  await expect(wait(3_600_000)).rejects.toMatchObject({ delayMs: 30_000 });
  await expect(wait(24 * 3_600_000)).resolves.toBeUndefined();
  await expect(wait(0, (await makePerson(harness.db)).accountId)).resolves.toBeUndefined();

  const asset = harness.db('assets').whereIn('id', assetIds);
  await asset.clone().update({ status: 'processing' });
  await expect(wait(0)).rejects.toMatchObject({ delayMs: 1_000 });
  await asset.clone().update({ status: 'failed' });
  await expect(wait(0)).resolves.toBeUndefined();
  await asset.clone().update({ status: 'ready', wants_original: true });
  await expect(wait(0)).rejects.toMatchObject({ delayMs: 1_000 });
  await asset.clone().update({ shows_original: true });
  await expect(wait(0)).resolves.toBeUndefined();
  await asset.clone().update({ status: 'processing', deleted_at: new Date() });
  await expect(wait(0)).resolves.toBeUndefined();
});
