import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../runtime/logger.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import type { Knex } from './knex.ts';

const logger = createLogger('test', { level: 'silent' });
const HOUR_MS = 3_600_000;
let clock: DatabaseClock | null = null;
afterEach(() => clock?.close());

const open = async (raw: () => Promise<unknown>) => {
  clock = await createDatabaseClock({ db: { raw } as unknown as Knex, logger });
  return clock.now().getTime() - Date.now();
};

test('the clock uses the database time when the host is an hour off', async () => {
  const differenceMs = await open(async () => ({ rows: [{ now: Date.now() + HOUR_MS }] }));
  expect(Math.abs(differenceMs - HOUR_MS)).toBeLessThan(1_000);
  expect(clock?.isHostRight).toBe(false);
  await expect(clock?.check()).rejects.toThrow('differs by 3600 s');
});

test('the clock keeps the host time when it nearly matches or the database is unavailable', async () => {
  expect(Math.abs(await open(async () => ({ rows: [{ now: Date.now() + 500 }] })))).toBeLessThan(100);
  expect(Math.abs(await open(() => Promise.reject(new Error('away'))))).toBeLessThan(100);
  expect(clock?.isHostRight).toBe(true);
  await clock?.check();
});
