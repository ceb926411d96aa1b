import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningBrowser } from './launch-browser.ts';
import { SharedBrowser } from './shared-browser.ts';
import { StageError } from './stage-error.ts';

const LIMIT_MS = 1_000;
/** A file system of Linux that never has free space. */
const NO_ROOM = '/proc';

/** The parts of a browser that the keeper uses. */
class FakeBrowser extends EventEmitter {
  #isConnected = true;
  isConnected(): boolean {
    return this.#isConnected;
  }
  end(): void {
    if (this.#isConnected) {
      this.#isConnected = false;
      this.emit('disconnected');
    }
  }
}

let launched: FakeBrowser[];
let keeper: SharedBrowser;

const OPTIONS = {
  logger: { warn: () => undefined },
  machineShare: () => 1,
  launch: async () => {
    const browser = new FakeBrowser();
    launched.push(browser);
    return { browser, close: async () => browser.end() } as unknown as RunningBrowser;
  },
};
beforeEach(() => {
  vi.useFakeTimers();
  launched = [];
  keeper = new SharedBrowser({ ...OPTIONS, tmpDir: '.' });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a job that ends when the test requests it. */
function startJob() {
  const work = Promise.withResolvers<string>();
  const outcome = keeper.run(LIMIT_MS, () => work.promise).catch((error: Error) => error.message);
  return { outcome, end: () => work.resolve('done') };
}

describe('a job with a browser', () => {
  it('shares it with concurrent jobs', async () => {
    const [first, second] = [startJob(), startJob()];
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    first.end();
    second.end();
    expect(await Promise.all([first.outcome, second.outcome])).toEqual(['done', 'done']);
    expect(launched).toHaveLength(1);
  });

  it('closes its browser when it times out, and the next job gets another one', async () => {
    const [slow, beside] = [startJob(), startJob()];
    await vi.advanceTimersByTimeAsync(LIMIT_MS / 2);
    beside.end();
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    const later = startJob();
    later.end();
    expect(await Promise.all([slow, beside, later].map(({ outcome }) => outcome))).toEqual([
      'The browser took too long',
      'done',
      'done',
    ]);
    expect(launched.map((browser) => browser.isConnected())).toEqual([false, true]);
  });

  it('fails if its browser ends', async () => {
    const job = startJob();
    await vi.advanceTimersByTimeAsync(1);
    launched[0]?.end();
    expect(await job.outcome).toMatch(/ended in the middle/);
  });

  it('keeps the browser of later jobs running if it fails late', async () => {
    const [first, second] = [startJob(), startJob()];
    await vi.advanceTimersByTimeAsync(1);
    launched[0]?.end();
    await Promise.all([first.outcome, second.outcome]);
    const [third, fourth] = [startJob(), startJob()];
    third.end();
    fourth.end();
    expect(await Promise.all([third.outcome, fourth.outcome])).toEqual(['done', 'done']);
    expect(launched).toHaveLength(2);
  });

  it.skipIf(!existsSync(NO_ROOM))(
    'fails with a disk fault on a full disk, unless the file is at fault',
    async () => {
      const full = new SharedBrowser({ ...OPTIONS, tmpDir: NO_ROOM });
      const lost = full.run(LIMIT_MS, () => Promise.reject(new StageError('The browser has no renderer')));
      await expect(lost).rejects.toSatisfy(isDiskFault);
      const refused = full.run(LIMIT_MS, () => Promise.reject(new Error('The file is broken')));
      await expect(refused).rejects.toThrow('The file is broken');
      expect(launched).toHaveLength(2);
    },
  );

  it('fails with a disk fault if the disk is too full to start a browser', async () => {
    const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const full = new SharedBrowser({ ...OPTIONS, tmpDir: '.', launch: () => Promise.reject(cause) });
    await expect(full.run(LIMIT_MS, async () => null)).rejects.toSatisfy(isDiskFault);
  });

  it('gets no browser after the shutdown', async () => {
    const job = startJob();
    await vi.advanceTimersByTimeAsync(1);
    await keeper.close();
    expect(await job.outcome).toMatch(/ended in the middle/);
    expect(await startJob().outcome).toMatch(/closed/);
    expect(launched).toHaveLength(1);
  });
});
