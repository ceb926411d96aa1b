import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../runtime/logger.ts';
import type { Bus } from './bus.ts';
import { type CommitNotifications, createCommitNotifications, GAP_MS } from './commit-notifications.ts';

describe('waking', () => {
  const published: string[] = [];
  const subscribers = new Map<string, () => void>();
  const gaps: (() => void)[] = [];
  let wakes: CommitNotifications;
  const bus: Bus = {
    isUp: true,
    publish: async (channel) => {
      published.push(channel);
    },
    subscribe: (channel, fn) => {
      subscribers.set(channel, () => fn([]));
      return () => undefined;
    },
    onGap: (fn) => {
      gaps.push(fn);
      return () => undefined;
    },
    close: async () => undefined,
  };
  beforeEach(() => {
    vi.useFakeTimers();
    published.length = 0;
    wakes = createCommitNotifications({ bus, logger: createLogger('test', { level: 'silent' }) });
  });
  afterEach(() => {
    wakes.close();
    vi.useRealTimers();
  });

  it('tells other processes at once, and of a thousand commits once more', () => {
    wakes.wake('outbox');
    expect(published).toEqual(['wake.outbox']);
    for (let at = 0; at < 1_000; at++) {
      wakes.wake('outbox');
    }
    expect(published).toHaveLength(1);
    vi.advanceTimersByTime(GAP_MS);
    expect(published).toHaveLength(2);
    vi.advanceTimersByTime(10 * GAP_MS);
    expect(published).toHaveLength(2);
  });

  it('keeps to itself what this process takes care of, and tells everybody what each must hear', () => {
    const heard = vi.fn();
    wakes.on('outbox', heard);
    wakes.on('live', heard);
    wakes.wake('outbox');
    expect(published).toEqual([]);
    wakes.wake('live');
    expect(published).toEqual(['wake.live']);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('wakes by what comes over the bus, and when something may have been missed', () => {
    const heard = vi.fn();
    const stop = wakes.on('outbox', heard);
    subscribers.get('wake.outbox')?.();
    gaps.at(-1)?.();
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    subscribers.get('wake.outbox')?.();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('sends nothing after its end', () => {
    wakes.wake('live');
    wakes.wake('live');
    wakes.close();
    vi.advanceTimersByTime(10 * GAP_MS);
    wakes.wake('live');
    expect(published).toHaveLength(1);
  });
});
