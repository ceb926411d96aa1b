import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import pg from 'pg';

/**
 * Migrates the database and the queues' tables to this release.
 * @returns the names of the steps that were run.
 * @throws Error with one line about the cause.
 */
export async function prepareDatabase(input: {
  databaseUrl: string;
  redisUrl: string | null;
}): Promise<string[]> {
  await reachDatabase(input.databaseUrl);
  const steps = await migrate(input.databaseUrl);
  const queues = createQueues({ ...input, logger: createLogger('prepare', { level: 'error' }) });
  try {
    await queues.ready();
  } finally {
    await queues.close();
  }
  return steps;
}

/** @throws Error with one line about the cause, where the database cannot be used. */
export async function reachDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (err) {
    const { host } = new URL(databaseUrl);
    throw new Error(`The database at ${host} cannot be used: ${reasonOf(err)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The message of an error. A refused connection on several addresses has its reasons inside. */
function reasonOf(err: unknown): string {
  if (err instanceof AggregateError) {
    return err.errors.map(reasonOf).join(', ');
  }
  return err instanceof Error ? err.message : String(err);
}
