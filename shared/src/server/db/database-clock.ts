import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';
import type { Knex } from './knex.ts';

const EVERY_MS = 10_000;
/** A smaller difference may be the time of the query. */
const IGNORED_MS = 2_000;
/** A larger difference makes a process read-only: its jobs would be due at wrong times for all others. */
const MAX_DIFFERENCE_MS = 60_000;

/** The time of the database, on which all processes agree also where the clock of a host is wrong. */
export type DatabaseClock = Clock & {
  /** Whether the clock of this host is right to the minute. */
  readonly isHostRight: boolean;
  /** @throws Error while the clock of this host is wrong; a health check */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** Creates a clock that is compared with the database now and every ten seconds. It starts as the system's. */
export async function createDatabaseClock({
  db,
  logger,
}: {
  db: Knex;
  logger: Logger;
}): Promise<DatabaseClock> {
  let offsetMs = 0;
  const compared = Promise.withResolvers<void>();
  const loop = createLoop({
    everyMs: EVERY_MS,
    run: async () => {
      const askedAt = Date.now();
      const { rows } = await db.raw('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
      const differenceMs = rows[0].now - (askedAt + Date.now()) / 2;
      offsetMs = Math.abs(differenceMs) < IGNORED_MS ? 0 : differenceMs;
      if (offsetMs !== 0) {
        logger.warn({ offsetMs: Math.round(offsetMs) }, 'clock of this host differs from the database');
      }
      compared.resolve();
    },
    onError: (err) => {
      logger.warn({ reason: err.message }, 'clock could not be compared with the database');
      compared.resolve();
    },
  });
  await compared.promise;
  const isHostRight = () => Math.abs(offsetMs) < MAX_DIFFERENCE_MS;
  return {
    now: () => new Date(Date.now() + offsetMs),
    get isHostRight() {
      return isHostRight();
    },
    check: async () => {
      if (!isHostRight()) {
        throw new Error(
          `The clock of this host differs by ${Math.round(offsetMs / 1_000)} s from the database`,
        );
      }
    },
    close: () => loop.close(),
  };
}
