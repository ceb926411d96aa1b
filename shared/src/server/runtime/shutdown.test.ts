import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { createShutdown } from './shutdown.ts';

const logger = createLogger('test', { level: 'silent' });

function setUp(graceMs = 10_000) {
  const exits: number[] = [];
  const shutdown = createShutdown({ logger, graceMs, exit: (code) => exits.push(code) });
  return { shutdown, exits };
}

test('the shutdown groups end one after another, regardless of their registration order', async () => {
  const { shutdown, exits } = setUp();
  const order: string[] = [];
  for (const group of ['connections', 'work', 'accept'] as const) {
    shutdown.register(group, group, async () => {
      await Promise.resolve();
      order.push(group);
    });
  }
  await Promise.all([shutdown.begin('SIGTERM'), shutdown.begin('SIGINT')]);
  expect(order).toEqual(['accept', 'work', 'connections']);
  expect(exits).toEqual([0]);
});

test('a failing step does not block the other steps, and the exit status reports it', async () => {
  const { shutdown, exits } = setUp();
  let isClosed = false;
  shutdown.register('work', 'bad', () => Promise.reject(new Error('no')));
  shutdown.register('connections', 'good', () => {
    isClosed = true;
  });
  await shutdown.begin('SIGTERM');
  expect(isClosed).toBe(true);
  expect(exits).toEqual([1]);
});

test('a step that does not end in time is cut off', async () => {
  const { shutdown, exits } = setUp(0);
  const never = Promise.withResolvers<void>();
  shutdown.register('work', 'endless', () => never.promise);
  const ended = shutdown.begin('SIGTERM');
  await expect.poll(() => exits).toEqual([1]);
  never.resolve();
  await ended;
});
