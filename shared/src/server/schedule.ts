import type { EventName } from '../events/index.ts';
import { claimTick } from './db/job-state.ts';
import type { Knex } from './db/knex.ts';
import { recordEvent } from './db/outbox.ts';
import type { Logger } from './logger.ts';
import { createLoop } from './loop.ts';

type TickName = Extract<EventName, `schedule.${string}`>;

const MINUTE_MS = 60_000;
/** How often each recurring event happens, in milliseconds. */
const TICKS: Record<TickName, number> = { 'schedule.minute': MINUTE_MS, 'schedule.hour': 60 * MINUTE_MS };
const LOOK_MS = 5_000;

/**
 * Records the recurring events that wake sweeps; what is due the sweeps find by SQL. Any number of processes may run
 * it: a tick belongs to the one that moves its row on, and a tick that nobody was there for happens once, late.
 */
export function startSchedule(options: { db: Knex; logger: Logger }): { close(): Promise<void> } {
  const { db, logger } = options;
  return createLoop({
    everyMs: LOOK_MS,
    run: async () => {
      for (const [name, everyMs] of Object.entries(TICKS) as [TickName, number][]) {
        await db.transaction(async (trx) => {
          if (await claimTick(trx, name, everyMs)) {
            await recordEvent(trx, { name, payload: {} });
          }
        });
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'cannot look for due work now'),
  });
}
