import { hostname } from 'node:os';
import type { Knex } from '../db/knex.ts';
import { type Checks, runChecks } from './health.ts';
import {
  type BusyJob,
  deleteHeartbeat,
  type Heartbeat,
  pruneHeartbeats,
  writeHeartbeat,
} from './heartbeats.queries.ts';
import { uuidv7 } from './ids.ts';
import type { Logger } from './logger.ts';
import { createLoop } from './loop.ts';

const EVERY_MS = 5_000;
/** Heartbeats per deletion of old processes, which is not urgent. */
const PRUNE_EACH = 60;
/** Maximum number of running jobs in a heartbeat; more are of no use to operators. */
const MAX_BUSY = 20;
/** Maximum wait of a stopping process for an unavailable database. */
const FAREWELL_MS = 1_000;

/**
 * Sends a heartbeat every five seconds until it is closed. The heartbeat of a killed process stops, which
 * operators see; a process that shuts down cleanly deletes its row.
 */
export function startHeartbeat(options: {
  db: Knex;
  logger: Logger;
  process: Pick<Heartbeat, 'kind' | 'name' | 'queues' | 'roles'>;
  busy?: () => readonly BusyJob[];
  /** Failing checks are shown to operators. */
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
    onError: (err) => logger.warn({ reason: err.message }, 'heartbeat could not be stored'),
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
      // After a failure a silent process remains, and is deleted in time.
      await Promise.race([leave().catch(() => undefined), giveUp]);
    },
  };
}
