import { expect, it, vi } from 'vitest';
import { sayWaiting } from './stack.ts';

it('a pending start is reported every five seconds until it succeeds or fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    for (const end of ['resolve', 'reject'] as const) {
      const lines: string[] = [];
      const work = Promise.withResolvers<string>();
      let what = 'the database';
      const options = { what: () => what, since: Date.now() };
      const waiting = sayWaiting((line) => lines.push(line), options, work.promise).catch(() => 'failed');
      vi.advanceTimersByTime(4_900);
      expect(lines).toEqual([]);
      vi.advanceTimersByTime(5_100);
      what = 'the gateway';
      vi.advanceTimersByTime(5_000);
      expect(lines).toEqual([
        'still starting after 5 s: the database',
        'still starting after 10 s: the database',
        'still starting after 15 s: the gateway',
      ]);
      work[end]('started');
      expect(await waiting).toBe(end === 'resolve' ? 'started' : 'failed');
      vi.advanceTimersByTime(60_000);
      expect(lines).toHaveLength(3);
    }
  } finally {
    vi.useRealTimers();
  }
});
