import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../runtime/logger.ts';
import type { Bus } from './bus.ts';
import { type CommitNotifications, createCommitNotifications, GAP_MS } from './commit-notifications.ts';

describe('commit notifications', () => {
  const published: string[] = [];
  const subscribers = new Map<string, () => void>();
  const gaps: (() => void)[] = [];
  let commitNotifications: CommitNotifications;
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
    commitNotifications = createCommitNotifications({
      bus,
      logger: createLogger('test', { level: 'silent' }),
    });
  });
  afterEach(() => {
    commitNotifications.close();
    vi.useRealTimers();
  });

  it('are published at once, then once for a thousand commits', () => {
    commitNotifications.wake('outbox');
    expect(published).toEqual(['wake.outbox']);
    for (let at = 0; at < 1_000; at++) {
      commitNotifications.wake('outbox');
    }
    expect(published).toHaveLength(1);
    vi.advanceTimersByTime(GAP_MS);
    expect(published).toHaveLength(2);
    vi.advanceTimersByTime(10 * GAP_MS);
    expect(published).toHaveLength(2);
  });

  it('stay local for topics handled in this process, except for broadcast topics', () => {
    const heard = vi.fn();
    commitNotifications.on('outbox', heard);
    commitNotifications.on('live', heard);
    commitNotifications.wake('outbox');
    expect(published).toEqual([]);
    commitNotifications.wake('live');
    expect(published).toEqual(['wake.live']);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('fire for bus messages and after a gap', () => {
    const heard = vi.fn();
    const stop = commitNotifications.on('outbox', heard);
    subscribers.get('wake.outbox')?.();
    gaps.at(-1)?.();
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    subscribers.get('wake.outbox')?.();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('are not published after close', () => {
    commitNotifications.wake('live');
    commitNotifications.wake('live');
    commitNotifications.close();
    vi.advanceTimersByTime(10 * GAP_MS);
    commitNotifications.wake('live');
    expect(published).toHaveLength(1);
  });
});
