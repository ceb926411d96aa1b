import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Followed, updateFromLive } from './hooks.ts';
import type { LiveMessage } from './live.ts';

const THREADS = { '@id': '/api/comments?page=1', member: [{ '@id': '/api/comments/held', unread: true }] };
const comment = (id: string): LiveMessage => ({
  topic: 'comment',
  event: {
    '@id': `/api/comments/${id}`,
    type: 'updated',
    state: { '@id': `/api/comments/${id}`, unread: false },
  },
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function follow(options: Partial<Followed> = {}) {
  const listeners = new Set<(message: LiveMessage) => void>();
  const live = {
    subscribe: (listener: (message: LiveMessage) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const change = vi.fn();
  const reload = vi.fn();
  const stop = updateFromLive(live, { held: () => [THREADS], change, reload, ...options });
  const tell = (message: LiveMessage) => {
    for (const listener of listeners) {
      listener(message);
    }
  };
  return { change, reload, stop, tell, listeners };
}

describe('a list that follows the live stream', () => {
  it('reloads once after two hundred messages about unknown items, and again after later ones', () => {
    const { reload, tell } = follow();
    for (let number = 0; number < 200; number += 1) {
      tell(comment(`${number}`));
    }
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledTimes(1);
    tell(comment('later'));
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('applies updates of its items at once, and reloads for them only on request', () => {
    const { change, reload, tell } = follow();
    tell(comment('held'));
    expect(change).toHaveBeenCalledExactlyOnceWith(comment('held'));
    vi.runAllTimers();
    expect(reload).not.toHaveBeenCalled();
    const another = follow({ isOldAfter: ({ topic }) => topic === 'comment' });
    another.tell(comment('held'));
    another.tell(comment('new'));
    vi.runAllTimers();
    expect(another.change).toHaveBeenCalledTimes(1);
    expect(another.reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload after its subscription ends', () => {
    const { reload, stop, tell, listeners } = follow();
    tell({ topic: 'reset', event: null });
    stop();
    vi.runAllTimers();
    expect(reload).not.toHaveBeenCalled();
    expect(listeners.size).toBe(0);
  });
});
