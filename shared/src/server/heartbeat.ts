import { hostname } from 'node:os';
import {
  type BusyJob,
  deleteHeartbeat,
  type Heartbeat,
  pruneHeartbeats,
  writeHeartbeat,
} from './db/heartbeats.ts';
import type { Knex } from './db/knex.ts';
import { type Checks, runChecks } from './health.ts';
import { uuidv7 } from './ids.ts';
import type { Logger } from './logger.ts';
import { createLoop } from './loop.ts';

const EVERY_MS = 5_000;
/** Forgetting others is not urgent. */
const PRUNE_EACH = 60;
/** Operators want to know what keeps a process busy, not read a list of hundreds. */
const MAX_BUSY = 20;
/** A process that ends does not wait longer for a database that is away. */
const FAREWELL_MS = 1_000;

/**
 * Says every five seconds that this process is alive, until it is closed. One that is killed says nothing any more, which
 * is how operators hear of it; one that ends in order takes its leave.
 */
export function startHeartbeat(options: {
  db: Knex;
  logger: Logger;
  process: Pick<Heartbeat, 'kind' | 'name' | 'queues' | 'roles'>;
  busy?: () => readonly BusyJob[];
  /** Those that fail are shown to operators. */
  checks?: Checks;
}): { close(): Promise<void> } {
  const { db, logger, busy = () => [], checks = {} } = options;
  const id = uuidv7();
  let beats = 0;
  const loop = createLoop({
    everyMs: EVERY_MS,
    run: async () => {
      const { checks: outcomes } = await runChecks(checks);
      await writeHeartbeat(db, {
        ...options.process,
        id,
        host: hostname(),
        pid: process.pid,
        busy: busy().slice(0, MAX_BUSY),
        failing: Object.keys(outcomes).filter((name) => outcomes[name] === 'error'),
        uptimeMs: Math.round(process.uptime() * 1_000),
      });
      if (beats % PRUNE_EACH === 0) {
        await pruneHeartbeats(db);
      }
      beats += 1;
    },
    onError: (err) => logger.warn({ reason: err.message }, 'cannot say that this process is alive now'),
  });
  return {
    close: async () => {
      const leave = async () => {
        await loop.close();
        await deleteHeartbeat(db, id);
      };
      const giveUp = new Promise<void>((resolve) => {
        setTimeout(resolve, FAREWELL_MS).unref();
      });
      // What is left behind of one who could not say goodbye is a process that looks silent, and is forgotten in time.
      await Promise.race([leave().catch(() => undefined), giveUp]);
    },
  };
}
