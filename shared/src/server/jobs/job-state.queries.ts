import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** Record of a completed job; `dedupeKey` and `startedAt` determine which other jobs it makes superfluous. */
export type DoneJob = { jobId: string; dedupeKey: string | null; startedAt: string | null };

/** Whether the job has completed before, and the database's time, which all processes share. */
export async function readJobStart(db: Knex, jobId: string): Promise<{ isDone: boolean; now: string }> {
  const [row] = await readQuery<{ is_done: boolean; now: string }>(
    db,
    'job-start',
    'select exists (select from job_done where job_id = $1) as is_done, clock_timestamp() as now',
    [jobId],
  );
  if (!row) {
    throw new Error('The database did not answer');
  }
  return { isDone: row.is_done, now: row.now };
}

/**
 * Records the completion of a job in the transaction of its results, so that both happen or neither.
 * @returns false when it was completed before: the caller must then roll back its own writes.
 */
export async function insertDone(trx: Knex, job: DoneJob): Promise<boolean> {
  const rows = await readQuery(
    trx,
    'job-done',
    `insert into job_done (job_id, dedupe_key, started_at) values ($1, $2, $3)
     on conflict do nothing returning job_id`,
    [job.jobId, job.dedupeKey, job.startedAt],
  );
  return rows.length > 0;
}

/** Records the completion of several jobs without database writes. */
export async function insertManyDone(db: Knex, jobs: readonly DoneJob[]): Promise<void> {
  await readQuery(
    db,
    'jobs-done',
    `insert into job_done (job_id, dedupe_key, started_at)
     select * from unnest($1::text[], $2::text[], $3::timestamptz[]) on conflict do nothing`,
    [jobs.map((job) => job.jobId), jobs.map((job) => job.dedupeKey), jobs.map((job) => job.startedAt)],
  );
}

export type DeadLetter = {
  jobId: string;
  job: string;
  eventId: string;
  requestId: string | null;
  reason: string;
  runs: number;
};

/**
 * Records the final failure of a job.
 * @returns false when that failure was recorded before; a later failure, after an operator's retry, is a new
 * one.
 */
export async function insertDeadLetter(trx: Knex.Transaction, deadLetter: DeadLetter): Promise<boolean> {
  const { rows } = await trx.raw(
    `insert into job_parked (job_id, job, event_id, request_id, reason, runs) values (?, ?, ?, ?, ?, ?)
     on conflict (job_id) do update set reason = excluded.reason, runs = excluded.runs, parked_at = now()
       where job_parked.runs < excluded.runs
     returning job_id`,
    [
      deadLetter.jobId,
      deadLetter.job,
      deadLetter.eventId,
      deadLetter.requestId,
      deadLetter.reason,
      deadLetter.runs,
    ],
  );
  return rows.length > 0;
}

/** Attempts of dead-lettered jobs at the time of their record, by job id. */
export async function findDeadLetters(db: Knex, jobIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { job_id: string; runs: number }[] }>(
    'select job_id, runs from job_parked where job_id = any(?::text[])',
    [[...jobIds]],
  );
  return new Map(rows.map((row) => [row.job_id, row.runs]));
}

/** Deletes a dead letter, because the job completed after all. */
export async function deleteDeadLetter(db: Knex, jobId: string): Promise<void> {
  await readQuery(db, 'unpark', 'delete from job_parked where job_id = $1', [jobId]);
}

/**
 * Records, before it starts, another run of a job whose process crashed during a run.
 * @returns the number of such runs, including this one.
 */
export async function countSuspectRun(db: Knex, jobId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { runs: number }[] }>(
    `insert into job_suspects (job_id, runs) values (?, 1)
     on conflict (job_id) do update set runs = job_suspects.runs + 1 returning runs`,
    [jobId],
  );
  return rows[0]?.runs ?? 1;
}

/** Deletes the count of such runs, because one of them completed. */
export async function clearSuspect(db: Knex, jobId: string): Promise<void> {
  await db.raw('delete from job_suspects where job_id = ?', [jobId]);
}

/**
 * Advances a recurring tick if it is due.
 * @returns whether the caller is the process that has to act on it.
 */
export async function claimTick(trx: Knex.Transaction, name: string, everyMs: number): Promise<boolean> {
  const { rows } = await trx.raw(
    `insert into schedule_ticks (name, due_at) values (?, now() + ? * interval '1 ms')
     on conflict (name) do update set due_at = excluded.due_at where schedule_ticks.due_at <= now()
     returning name`,
    [name, everyMs],
  );
  return rows.length > 0;
}
