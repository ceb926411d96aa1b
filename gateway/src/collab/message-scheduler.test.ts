import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { MessageScheduler } from './attach-sockets.ts';

const messageOf = (at: number) => Uint8Array.from([at & 255, at >> 8]);

function arrange() {
  const handled: number[] = [];
  const onFull = vi.fn();
  const turns = new MessageScheduler({
    handle: ([low = 0, high = 0]) => handled.push(low + 256 * high),
    onFull,
  });
  return { turns, handled, onFull };
}

it('a single message is handled at once', () => {
  const { turns, handled } = arrange();
  turns.push(messageOf(1));
  expect(handled).toEqual([1]);
});

it('a backlog is handled in order, one or two messages per event-loop turn', async () => {
  const { turns, handled, onFull } = arrange();
  for (let at = 0; at < 1_000; at += 1) {
    turns.push(messageOf(at));
  }
  expect(handled).toEqual([0]);
  let most = 0;
  for (let before = 1; handled.length < 1_000; ) {
    await nextTurn();
    most = Math.max(most, handled.length - before);
    before = handled.length;
  }
  expect(most).toBeLessThanOrEqual(2);
  expect(handled).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
  await nextTurn();
  expect(onFull.mock.calls).toEqual([[true], [false]]);
});

it('end calls back after the last queued message', async () => {
  const { turns, handled } = arrange();
  for (let at = 0; at < 5; at += 1) {
    turns.push(messageOf(at));
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.end(resolve);
  await promise;
  expect(handled).toHaveLength(5);
  const onEnd = vi.fn();
  await nextTurn();
  turns.end(onEnd);
  expect(onEnd).toHaveBeenCalledOnce();
});
