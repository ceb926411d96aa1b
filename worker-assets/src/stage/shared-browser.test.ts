import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningBrowser } from './launch-browser.ts';
import { SharedBrowser } from './shared-browser.ts';

const LIMIT_MS = 1_000;

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
beforeEach(() => {
  vi.useFakeTimers();
  launched = [];
  keeper = new SharedBrowser({
    tmpDir: '.',
    logger: { warn: () => undefined },
    machineShare: () => 1,
    launch: async () => {
      const browser = new FakeBrowser();
      launched.push(browser);
      return { browser, close: async () => browser.end() } as unknown as RunningBrowser;
    },
  });
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

describe('A job with a browser', () => {
  it('shares it with those beside it', async () => {
    const [first, second] = [startJob(), startJob()];
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    first.end();
    second.end();
    expect(await Promise.all([first.outcome, second.outcome])).toEqual(['done', 'done']);
    expect(launched).toHaveLength(1);
  });

  it('that takes too long takes its browser along, and the next one gets another', async () => {
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

  it('fails with its browser', async () => {
    const job = startJob();
    await vi.advanceTimersByTimeAsync(1);
    launched[0]?.end();
    expect(await job.outcome).toMatch(/ended in the middle/);
  });

  it('that fails late leaves the browser of those after it alone', async () => {
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

  it('gets none that is started after the end', async () => {
    const job = startJob();
    await vi.advanceTimersByTimeAsync(1);
    await keeper.close();
    expect(await job.outcome).toMatch(/ended in the middle/);
    expect(await startJob().outcome).toMatch(/closed/);
    expect(launched).toHaveLength(1);
  });
});
