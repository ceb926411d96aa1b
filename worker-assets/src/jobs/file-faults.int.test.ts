import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { failAsset, finishModel } from '@diorama/shared/server/assets/asset-import.queries.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { NothingVisibleError, PageOverloadedError, StageError } from '../stage/stage-error.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { assetImport } from './asset-import.ts';
import { assetThumbnail } from './asset-thumbnail.ts';
import type { JobDeps } from './deps.ts';
import { failureHooks } from './index.ts';

const OBJ = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');

const harness = useJobHarness();
let deps: JobDeps;
/** The next result of the fake browser. */
let browser: () => Promise<Buffer>;
beforeAll(() => {
  const file = { format: 'obj', main: { name: 'a.obj', path: 'a' }, files: [], warnings: [] };
  const stage = { warm: async () => undefined, convert: () => browser(), drawModel: () => browser() };
  const pool = { user: {}, run: async () => file };
  // Only the parts of a worker that these two jobs use, so that the test controls the browser.
  deps = harness.depsWith({ stage, pool } as unknown as JobDeps);
});

const upload = async () => harness.read(await harness.upload('a.obj', OBJ));

function run(isLastAttempt: boolean): JobContext & { completed: number } {
  const plain = jobContext({ isLastAttempt });
  const context: JobContext & { completed: number } = {
    ...plain,
    completed: 0,
    commit: async (...args) => {
      const result = await plain.commit(...args);
      context.completed += 1;
      return result;
    },
  };
  return context;
}

const REPORT = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };

describe('a file that overloads the browser', () => {
  it('is retried, and then fails with a completed job', async () => {
    const asset = await upload();
    browser = () => Promise.reject(new PageOverloadedError('The page crashed'));
    const first = run(false);
    await expect(assetImport(deps)({ assetId: asset.id }, first)).rejects.toThrow('The page crashed');
    expect([(await harness.read(asset.id)).status, first.completed]).toEqual(['processing', 0]);
    const last = run(true);
    expect(await assetImport(deps)({ assetId: asset.id }, last)).toEqual({ status: 'failed' });
    expect(await harness.read(asset.id)).toMatchObject({ status: 'failed', error_code: 'import.unfinished' });
    expect(last.completed).toBe(1);
  });

  it('is not blamed if the browser is unavailable', async () => {
    const asset = await upload();
    browser = () => Promise.reject(new StageError('The browser cannot be started'));
    await expect(assetImport(deps)({ assetId: asset.id }, run(true))).rejects.toThrow('cannot be started');
    expect((await harness.read(asset.id)).status).toBe('processing');
  });
});

describe('a model without a thumbnail', () => {
  const converted = async () => {
    const asset = await upload();
    const main = asset.original_object ?? '';
    await harness.db('assets').where({ id: asset.id }).update({ status: 'processing', main_object: main });
    return asset;
  };
  const warnings = [importMessage('changed.no-thumbnail')];

  it('is ready with a placeholder and a warning if it shows nothing', async () => {
    const asset = await converted();
    const payload = { assetId: asset.id };
    browser = () => Promise.reject(new NothingVisibleError('The browser drew a blank picture'));
    await expect(assetThumbnail(deps)(payload, run(false))).rejects.toThrow('a blank picture');
    expect((await harness.read(asset.id)).status).toBe('processing');
    const last = run(true);
    const { thumbnail } = await assetThumbnail(deps)(payload, last);
    expect(await harness.read(asset.id)).toMatchObject({
      status: 'ready',
      thumbnail_object: thumbnail,
      report: { warnings },
    });
    expect([typeof thumbnail, last.completed]).toEqual(['string', 1]);
  });

  it('is ready after its job failed in a hanging browser, and may get its thumbnail later', async () => {
    const asset = await converted();
    const payload = { assetId: asset.id };
    browser = () => Promise.reject(new PageOverloadedError('The browser took too long'));
    await expect(assetThumbnail(deps)(payload, run(true))).rejects.toThrow('took too long');
    const failure = { reason: 'The browser took too long', code: null };
    await harness.db.transaction(async (trx) => failureHooks['asset.thumbnail']?.(payload, failure, trx));
    expect(await harness.read(asset.id)).toMatchObject({
      status: 'ready',
      thumbnail_object: null,
      report: { warnings },
    });
    browser = async () => Buffer.from('picture');
    const { thumbnail } = await assetThumbnail(deps)(payload, run(false));
    expect(thumbnail).not.toBeNull();
    expect(await harness.read(asset.id)).toMatchObject({
      status: 'ready',
      thumbnail_object: thumbnail,
      report: { warnings: [] },
    });
  });
});

describe('the names in a file', () => {
  it('may contain characters that the database cannot store', async () => {
    const asset = await upload();
    const main = asset.original_object ?? '';
    const hostile = 'Oak\0 \ud800!';
    await harness.db.transaction((trx) =>
      finishModel(trx, asset, {
        main,
        mobile: main,
        report: { ...REPORT, missing: [hostile] },
        extra: { slots: [hostile], animations: [{ name: hostile, seconds: 1 }] },
      }),
    );
    expect(await harness.read(asset.id)).toMatchObject({
      report: { missing: ['Oak \ufffd!'] },
      extra: { slots: ['Oak \ufffd!'], animations: [{ name: 'Oak \ufffd!', seconds: 1 }] },
    });
    const detail = importMessage('output.file-unreadable', { name: hostile });
    await harness.db.transaction((trx) => failAsset(trx, asset, { code: 'import.failed', detail }));
    const stored = (await harness.read(asset.id)).error_detail ?? '';
    expect(JSON.parse(stored)).toEqual({ ...detail, params: { name: 'Oak \ufffd!' } });
  });
});
