import type { Knex } from '../db/knex.ts';

/** A job that a worker is running; `since` is ISO 8601 by the worker's clock. */
export type BusyJob = { job: string; since: string };

/** Periodic status report of a process. */
export type Heartbeat = {
  id: string;
  kind: 'gateway' | 'worker';
  name: string;
  host: string;
  pid: number;
  /** Queues that a worker processes. */
  queues: readonly string[];
  /** Gateway roles of the process. */
  roles: readonly string[];
  busy: readonly BusyJob[];
  /** Names of the health checks that fail. */
  failing: readonly string[];
  uptimeMs: number;
};

/** A process as operators see it. */
export type ProcessRow = Omit<Heartbeat, 'uptimeMs'> & {
  started_at: string;
  seen_at: string;
  is_silent: boolean;
};

/**
 * Time without a heartbeat after which a process counts as silent: killed, frozen, or cut off from the
 * database.
 */
export const SILENT_AFTER_MS = 15_000;

/** A silent process is deleted after an hour if another one with its name is alive, else after a week. */
const FORGET = `
  seen_at < now() - interval '7 days' or (seen_at < now() - interval '1 hour' and exists (
    select from process_heartbeats other
    where other.name = process_heartbeats.name and other.seen_at > now() - interval '1 minute'))`;

/** Records a heartbeat. Times are the database's, as clocks of machines differ. */
export async function writeHeartbeat(db: Knex, beat: Heartbeat): Promise<void> {
  await db.raw(
    `insert into process_heartbeats (id, kind, name, host, pid, queues, roles, busy, failing, started_at, seen_at)
     values (?, ?, ?, ?, ?, ?::text[], ?::text[], ?::jsonb, ?::text[], now() - ? * interval '1 ms', now())
     on conflict (id) do update set busy = excluded.busy, failing = excluded.failing, seen_at = excluded.seen_at`,
    [
      beat.id,
      beat.kind,
      beat.name,
      beat.host,
      beat.pid,
      [...beat.queues],
      [...beat.roles],
      JSON.stringify(beat.busy),
      [...beat.failing],
      beat.uptimeMs,
    ],
  );
}

/** Deletes a process after a clean shutdown, so that it does not look killed. */
export async function deleteHeartbeat(db: Knex, id: string): Promise<void> {
  await db('process_heartbeats').where({ id }).delete();
}

/** Deletes processes that have been silent for long. */
export async function pruneHeartbeats(db: Knex): Promise<void> {
  await db.raw(`delete from process_heartbeats where ${FORGET}`);
}

/** All known processes by name, live ones first. */
export async function listProcesses(db: Knex): Promise<ProcessRow[]> {
  const { rows } = await db.raw<{ rows: ProcessRow[] }>(
    `select id, kind, name, host, pid, queues, roles, busy, failing, started_at, seen_at,
       seen_at < now() - ? * interval '1 ms' as is_silent
     from process_heartbeats order by kind, name, is_silent, started_at, id`,
    [SILENT_AFTER_MS],
  );
  return rows;
}
