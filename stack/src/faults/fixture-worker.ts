import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { type JobContext, runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { handlersFor } from '../test/queue-fixture.ts';

/**
 * A worker for tests to kill. It handles the jobs of `notify` and records each start, each attempt to finish,
 * and each effect in the table `ledger`. The effect is part of the transaction that completes the job. The
 * table `behaviour` selects the work between start and finish by mail.
 */
const BEHAVIOURS = {
  /** Takes a while. */
  slow: () => sleep(400),
  /** Takes longer than any grace period. */
  endless: () => sleep(600_000),
  /** Blocks the whole process for longer than its locks hold. */
  block: async () => {
    const until = Date.now() + 12_000;
    while (Date.now() < until) {
      // A busy loop, so that nothing else runs.
    }
  },
  /** Ends the process as a crash of native code would. */
  poison: async () => process.kill(process.pid, 'SIGKILL'),
};

const env = loadEnv();
const logger = createLogger('fixture-worker');
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);
const db = createDb(env.databaseUrl, { name: 'fixture-worker' });
shutdown.register('connections', 'database', () => db.destroy());

const handle = async (payload: { emailId: string }, context: JobContext) => {
  await db('ledger').insert({ kind: 'start', mail: payload.emailId, pid: process.pid });
  const row = await db('behaviour').where({ mail: payload.emailId }).first('kind');
  const isFirst = context.fence % 1_000_000 === 1;
  const kind: keyof typeof BEHAVIOURS = row?.kind ?? 'slow';
  // Every behaviour except poison affects only the first run.
  await BEHAVIOURS[isFirst || kind === 'poison' ? kind : 'slow']();
  await recordTry(payload.emailId);
  await context.commit(db, (trx) =>
    trx('ledger').insert({ kind: 'effect', mail: payload.emailId, pid: process.pid }),
  );
  return { messageId: null };
};

/** A process that was blocked may lack the database for a moment, which must not end its late run early. */
async function recordTry(mail: string): Promise<void> {
  try {
    await db('ledger').insert({ kind: 'try', mail, pid: process.pid });
  } catch (err) {
    logger.warn({ err }, 'ledger unavailable');
    await sleep(100);
    await recordTry(mail);
  }
}

await runWorker({
  name: 'fixture-worker',
  queues: ['notify'],
  // The queue has one job with such a payload, and its schema has checked the payload.
  handlers: handlersFor('notify', (_job, payload, context) =>
    handle(payload as { emailId: string }, context),
  ),
  onFailedForGood: {
    'email.send': async (payload, failure, trx) => {
      await trx('ledger').insert({
        kind: `failed: ${failure.reason}`,
        mail: payload.emailId,
        pid: process.pid,
      });
    },
  },
  env,
  db,
  logger,
  shutdown,
});
