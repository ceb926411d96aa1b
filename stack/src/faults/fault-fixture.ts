import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { recordEvents } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';

export type Behaviour = 'slow' | 'endless' | 'block' | 'poison';

/** Five times the limit of the goals, as a timeout for tests; in milliseconds. */
export const WITHIN = { timeout: 240_000, interval: 50 };

/**
 * A worker process for a test to kill.
 * @property readLog reads what it has logged so far
 */
export type FixtureWorker = {
  pid: number;
  signal(signal: NodeJS.Signals): Promise<void>;
  readLog(): string;
};

/** Makes the tables that the fixture worker reads and writes. */
export async function createLedger(db: Knex): Promise<void> {
  await db.raw('create table ledger (kind text not null, mail uuid not null, pid integer not null)');
  await db.raw('create table behaviour (mail uuid primary key, kind text not null)');
}

/** Requests mails, each with a behaviour. @returns the mails' ids. */
export async function askForMails(db: Knex, behaviours: readonly Behaviour[]): Promise<string[]> {
  const mails = behaviours.map((kind) => ({ mail: uuidv7(), kind }));
  await db.transaction(async (trx) => {
    await trx('behaviour').insert(mails);
    await recordEvents(
      trx,
      mails.map(({ mail }) => ({ name: 'email.requested', payload: { emailId: mail } })),
    );
  });
  return mails.map(({ mail }) => mail);
}

/** Mails with a ledger entry of that kind, once per entry, in the order of their ids. */
export async function listLedger(db: Knex, kind: string): Promise<string[]> {
  return db('ledger').where({ kind }).orderBy('mail').pluck('mail');
}

/** Starts the fixture worker in a separate process. */
export function startFixtureWorker(input: {
  databaseUrl: string;
  redisUrl: string | null;
  graceS?: number;
}): FixtureWorker {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'fixture-worker.ts')], {
    env: {
      DATABASE_URL: input.databaseUrl,
      REDIS_URL: input.redisUrl ?? '',
      SECRET_KEY: 'x'.repeat(32),
      SHUTDOWN_GRACE_S: String(input.graceS ?? 8),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  return {
    pid: child.pid ?? -1,
    readLog: () => log,
    signal: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
    },
  };
}
