import type { EventName } from '../../events/index.ts';
import type { Knex } from '../db/knex.ts';
import type { ReadOnly } from '../operations/read-only.ts';
import type { Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';
import { RETRY_INTERVAL_MS, RETRY_PERIOD_MS } from '../runtime/version-skew.ts';
import { maintainEventPartitions } from './event-partitions.queries.ts';
import { claimTick } from './job-state.queries.ts';
import { recordEvent, retryRefused } from './outbox.queries.ts';

type TickName = Extract<EventName, `schedule.${string}`>;

const MINUTE_MS = 60_000;
/** Interval of each recurring event, in milliseconds. */
const TICKS: Record<TickName, number> = { 'schedule.minute': MINUTE_MS, 'schedule.hour': 60 * MINUTE_MS };
const LOOK_MS = 5_000;
/**
 * Tick at which event partitions are created and dropped. It is not an event, as it maintains the tables of
 * events.
 */
const DAYS_TICK = 'event-days';
/** Tick at which refused events are retried. */
const REFUSED_TICK = 'refused-events';

/**
 * Records the recurring events that start sweeps, retries refused events, and maintains the event partitions.
 * Sweeps find due work by SQL. Any number of processes may run it: a tick belongs to the process that
 * advances its row, and a missed tick happens once, late. A failed one is not advanced, and so retried.
 */
export function startSchedule(options: {
  db: Knex;
  logger: Logger;
  /** Nothing is due while it is on. */
  readOnly?: Pick<ReadOnly, 'isOn'>;
}): { close(): Promise<void> } {
  const { db, logger, readOnly } = options;
  return createLoop({
    everyMs: LOOK_MS,
    run: async () => {
      if (readOnly?.isOn) {
        return;
      }
      for (const [name, everyMs] of Object.entries(TICKS) as [TickName, number][]) {
        await db.transaction(async (trx) => {
          if (await claimTick(trx, name, everyMs)) {
            await recordEvent(trx, { name, payload: {} });
          }
        });
      }
      await db.transaction(async (trx) => {
        const isMine = await claimTick(trx, REFUSED_TICK, RETRY_INTERVAL_MS);
        const events = isMine ? await retryRefused(trx, RETRY_PERIOD_MS) : 0;
        if (events > 0) {
          logger.info({ events }, 'retrying events on hold');
        }
      });
      await db.transaction(async (trx) => {
        const isMine = await claimTick(trx, DAYS_TICK, 60 * MINUTE_MS);
        const days = isMine ? await maintainEventPartitions(trx) : [];
        if (days.length > 0) {
          logger.info({ days }, 'old event days deleted');
        }
      });
    },
    onError: (err) => logger.warn({ reason: err.message }, 'due work could not be read'),
  });
}
