import { createDatabaseClock } from '../db/database-clock.ts';
import { createDb } from '../db/knex.ts';
import { createBus } from '../delivery/bus.ts';
import { createCommitNotifications } from '../delivery/commit-notifications.ts';
import { followReadOnly } from '../operations/read-only.ts';
import { loadEnv } from '../runtime/env.ts';
import { createLogger } from '../runtime/logger.ts';
import type { ProcessName } from '../runtime/process-secrets.ts';
import { createShutdown, shutDownOnSignals } from '../runtime/shutdown.ts';
import { startTracing } from '../runtime/tracing.ts';

/** Opens the connections of a worker's process. They close at its shutdown, which signals start. */
export async function openWorkerProcess(name: ProcessName) {
  const logger = createLogger(name);
  const env = loadEnv(undefined, name);
  const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
  shutDownOnSignals(shutdown);
  await startTracing({ name, env, logger, shutdown });

  const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
  const commitNotifications = createCommitNotifications({ bus, logger });
  const db = createDb(env.databaseUrl, { name, commitNotifications });
  shutdown.register('connections', 'bus', async () => {
    commitNotifications.close();
    await bus.close();
  });
  shutdown.register('connections', 'database', () => db.destroy());
  const clock = await createDatabaseClock({ db, logger });
  shutdown.register('work', 'clock', () => clock.close());
  const readOnly = await followReadOnly({ db, bus, env, logger, clock });
  shutdown.register('work', 'read-only', () => readOnly.close());
  return { name, env, logger, shutdown, db, clock, readOnly };
}
