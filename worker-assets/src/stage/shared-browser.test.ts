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
    concurrency: 2,
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

/** Starts a job that begins and ends when the test requests it. */
function startJob({ canWait = false } = {}) {
  const turn = Promise.withResolvers<void>();
  const work = Promise.withResolvers<string>();
  let given = 0;
  const outcome = keeper
    .run(
      LIMIT_MS,
      async (_, begin) => {
        given += 1;
        await turn.promise;
        begin();
        return work.promise;
      },
      canWait,
    )
    .catch((error: Error) => error.message);
  return { outcome, begin: turn.resolve, end: () => work.resolve('done'), given: () => given };
}

describe('A job with a browser', () => {
  it('goes before those that can wait, and after those that cannot', async () => {
    const running = [startJob(), startJob()];
    const waiting = [startJob({ canWait: true }), startJob(), startJob()];
    const [series, first, second] = waiting;
    await vi.advanceTimersByTimeAsync(0);
    const order: (typeof series)[] = [];
    for (const job of [...running, first, second]) {
      job?.begin();
      job?.end();
      await vi.advanceTimersByTimeAsync(0);
      order.push(...waiting.filter((one) => one.given() > 0 && !order.includes(one)));
    }
    expect(order).toEqual([first, second, series]);
  });

  it('has its time from when its turn comes', async () => {
    const job = startJob();
    await vi.advanceTimersByTimeAsync(LIMIT_MS * 10);
    job.begin();
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    job.end();
    expect(await job.outcome).toBe('done');
    expect(launched).toHaveLength(1);
  });

  it('that takes too long takes its browser along, and not who waits there for a turn', async () => {
    const [slow, waiting] = [startJob(), startJob()];
    slow.begin();
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await slow.outcome).toBe('The browser took too long');
    expect([launched.length, waiting.given()]).toEqual([2, 2]);
    expect(launched.map((browser) => browser.isConnected())).toEqual([false, true]);
    waiting.begin();
    waiting.end();
    expect(await waiting.outcome).toBe('done');
  });

  it('fails with its browser once it has begun', async () => {
    const job = startJob();
    job.begin();
    await vi.advanceTimersByTimeAsync(1);
    launched[0]?.end();
    expect(await job.outcome).toMatch(/ended in the middle/);
  });

  it('that fails late leaves the browser of those after it alone', async () => {
    const [first, second] = [startJob(), startJob()];
    first.begin();
    second.begin();
    await vi.advanceTimersByTimeAsync(1);
    launched[0]?.end();
    await Promise.all([first.outcome, second.outcome]);
    const [third, fourth] = [startJob(), startJob()];
    third.begin();
    fourth.begin();
    third.end();
    fourth.end();
    expect(await Promise.all([third.outcome, fourth.outcome])).toEqual(['done', 'done']);
    expect(launched).toHaveLength(2);
  });

  it('gets none that is started after the end', async () => {
    const job = startJob();
    await vi.advanceTimersByTimeAsync(1);
    await keeper.close();
    expect(await job.outcome).toMatch(/closed/);
    expect(launched).toHaveLength(1);
  });
});
