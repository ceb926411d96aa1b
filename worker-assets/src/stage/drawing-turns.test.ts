import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DrawingTurns, type Urgency } from './drawing-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work of one turn at a time that ends when the test requests it, and the names of all that has started. */
function createWork() {
  const turns = new DrawingTurns();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    turns,
    add: (name: string, urgency?: Urgency) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const work = () => {
        started.push(name);
        ends.push(resolve);
        return promise;
      };
      return turns.run(work, urgency);
    },
    endOne: async () => {
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('drawing turns', () => {
  it('are given by urgency, then in the order of requests', async () => {
    const { add, endOne, started } = createWork();
    add('running');
    add('turntable', 'later');
    add('poster');
    add('thumbnail', 'first');
    add('second poster', 'soon');
    for (let turn = 0; turn < 4; turn += 1) {
      await endOne();
    }
    expect(started).toEqual(['running', 'thumbnail', 'poster', 'second poster', 'turntable']);
  });

  it('are given after 20 seconds at any urgency', async () => {
    const { add, endOne, started } = createWork();
    add('running');
    add('turntable', 'later');
    await vi.advanceTimersByTimeAsync(20_001);
    add('thumbnail', 'first');
    await endOne();
    expect(started).toEqual(['running', 'turntable']);
  });

  it('pass on after a failure, and later work does not overtake', async () => {
    const { add, endOne, started, turns } = createWork();
    const broken = turns.run(() => Promise.reject(new Error('broken')));
    add('waiting');
    await expect(broken).rejects.toThrow('broken');
    add('later');
    expect(started).toEqual(['waiting']);
    await endOne();
    await endOne();
    add('afterwards');
    expect(started).toEqual(['waiting', 'later', 'afterwards']);
  });
});
