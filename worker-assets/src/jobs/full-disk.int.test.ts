import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseImportMessage, translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';
import { canBeFull, fillDisk, makeRoom } from '@diorama/stack/test/full-disk.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { squareGlb } from '../test/sample-documents.ts';
import { assetImport } from './asset-import.ts';
import type { JobDeps } from './deps.ts';
import { failureHooks } from './index.ts';

const isHere = canBeFull('imports on a full disk');

describe.skipIf(!isHere)('an import on a full disk', () => {
  const harness = useJobHarness();
  let deps: JobDeps;
  beforeAll(async () => {
    deps = harness.depsWith({ pool: await ConversionPool.create({ size: 1 }) });
  });
  afterAll(() => deps?.pool.close());
  afterEach(makeRoom);

  const run = (assetId: string) => assetImport(deps)({ assetId }, jobContext({ isLastAttempt: true }));
  const left = async () => [
    ...(await readdir(join(harness.dir, 'jobs')).catch(() => [])),
    ...(await readdir(join(harness.dir, 'objects', 'tmp'))),
  ];

  it.each([
    ['its original is fetched', ['jobs']],
    ['its results are kept', ['objects']],
  ])('leaves no files when %s, and succeeds once there is space', async (when, path) => {
    const bytes = await squareGlb(when);
    const assetId = await harness.upload('square.glb', bytes);
    const before = await harness.usedStorage();
    fillDisk(join(harness.dir, ...path));
    await expect(run(assetId)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await harness.read(assetId)).toMatchObject({ status: 'processing', main_object: null });
    expect([await left(), await harness.usedStorage()]).toEqual([[], before]);
    makeRoom();
    await run(assetId);
    await assertValidGlb(new Uint8Array(await harness.stored((await harness.read(assetId)).main_object)));
    expect([await left(), await harness.usedStorage()]).toEqual([[], before]);
  });

  it('fails with a translated reason and uses no storage if space never appears', async () => {
    const before = await harness.usedStorage();
    const assetId = await harness.upload('square.glb', await squareGlb('never'));
    fillDisk(join(harness.dir, 'jobs'));
    await expect(run(assetId)).rejects.toMatchObject({ code: 'ENOSPC' });
    const failure = { reason: 'ENOSPC', code: null };
    await harness.db.transaction(async (trx) =>
      failureHooks['asset.import-large']?.({ assetId }, failure, trx),
    );
    const asset = await harness.read(assetId);
    expect(asset).toMatchObject({ status: 'failed', error_code: 'import.unfinished' });
    const reason = parseImportMessage(asset.error_detail ?? '');
    expect(reason && translateImportMessage(reason, 'en')).toContain('Try again');
    expect(reason && translateImportMessage(reason, 'es')).toContain('Inténtalo de nuevo');
    expect([await left(), await harness.usedStorage()]).toEqual([[], before]);
  });
});
