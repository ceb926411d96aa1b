import type { DomainEvent } from '../../events/index.ts';
import type { Knex } from '../db/knex.ts';
import { notifyAfterCommit } from '../delivery/notify-after-commit.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { currentOrigin } from '../runtime/tracing.ts';

/** A row of the outbox; `publishes` counts how often its jobs were queued. */
export type OutboxEvent = {
  id: string;
  name: string;
  payload: unknown;
  publishes: number;
  created_at: string;
  request_id: string | null;
  traceparent: string | null;
};

/** Columns that an event keeps in all three tables of the outbox. */
const KEPT = 'id, name, payload, created_at, request_id, traceparent';

/**
 * Records a domain event in the transaction of its cause; its jobs start after the commit.
 * @returns the event's id.
 */
export async function recordEvent(trx: Knex, event: DomainEvent): Promise<string> {
  const id = uuidv7();
  const { requestId, traceparent } = currentOrigin();
  await trx.raw('insert into outbox (id, name, payload, request_id, traceparent) values (?, ?, ?, ?, ?)', [
    id,
    event.name,
    JSON.stringify(event.payload),
    requestId,
    traceparent,
  ]);
  notifyAfterCommit(trx, 'outbox');
  return id;
}

/**
 * Records many domain events, with one statement per name.
 * @returns their ids, in the same order.
 */
export async function recordEvents(trx: Knex, events: readonly DomainEvent[]): Promise<string[]> {
  const rows = events.map((event) => ({ id: uuidv7(), event }));
  const { requestId, traceparent } = currentOrigin();
  for (const [name, group] of Map.groupBy(rows, (row) => row.event.name)) {
    await trx.raw(
      `insert into outbox (id, name, payload, request_id, traceparent)
       select id, ?, payload, ?::uuid, ? from unnest(?::uuid[], ?::jsonb[]) as event (id, payload)`,
      [
        name,
        requestId,
        traceparent,
        `{${group.map((row) => row.id).join(',')}}`,
        `{${group.map((row) => toArrayElement(row.event.payload)).join(',')}}`,
      ],
    );
  }
  notifyAfterCommit(trx, 'outbox');
  return rows.map((row) => row.id);
}

/**
 * JSON as an element of an array literal. PostgreSQL and JSON escape quotes and backslashes alike, and JSON
 * needs no other escaping; the driver's serialisation takes longer than the whole insert.
 */
function toArrayElement(payload: unknown): string {
  return JSON.stringify(JSON.stringify(payload));
}

/**
 * Takes the oldest waiting events of these names, except those locked by another publisher.
 * @returns them and the database's time, for `markPublished`: runs that start later see their changes.
 */
export async function claimUnpublished(
  trx: Knex.Transaction,
  names: readonly string[],
  limit: number,
): Promise<{ events: OutboxEvent[]; seenAt: string | null }> {
  const { rows } = await trx.raw<{ rows: (OutboxEvent & { seen_at: string })[] }>(
    `select ${KEPT}, 0 as publishes, clock_timestamp() as seen_at from outbox
     where name = any(?::text[]) order by id limit ? for update skip locked`,
    [[...names], limit],
  );
  return { events: rows, seenAt: rows.at(-1)?.seen_at ?? null };
}

/**
 * Records that the events' jobs are queued; events without jobs are settled at once. Commits asynchronously:
 * a record lost in a crash is repeated, and the queue deduplicates by job id.
 */
export async function markPublished(
  trx: Knex.Transaction,
  input: { ids: readonly string[]; settledIds: readonly string[]; seenAt: string; checkInMs: number },
): Promise<void> {
  await trx.raw(
    `with quick as materialized (select set_config('synchronous_commit', 'off', true)),
     gone as (delete from outbox where id = any(?::uuid[]) returning ${KEPT})
     insert into outbox_published (${KEPT}, published_at, publishes, check_at, settled_at)
     select ${KEPT}, ?, 1, now() + ? * interval '1 ms',
       case when id = any(?::uuid[]) then now() end
     from gone, quick`,
    [[...input.ids], input.seenAt, input.checkInMs, [...input.settledIds]],
  );
}

/** Puts events aside that no job can be created from, with the reason; {@link retryRefused} retries them. */
export async function refuseEvents(
  trx: Knex.Transaction,
  refused: readonly { id: string; reason: string }[],
): Promise<void> {
  await trx.raw(
    `with gone as (delete from outbox where id = any(?::uuid[]) returning ${KEPT})
     insert into outbox_refused (${KEPT}, reason)
     select ${KEPT}, reason
     from gone join unnest(?::uuid[], ?::text[]) as refused (id, reason) using (id)`,
    [refused.map(({ id }) => id), refused.map(({ id }) => id), refused.map(({ reason }) => reason)],
  );
}

/**
 * Returns refused events younger than `youngerMs` to the outbox, as another release may run by now.
 * @returns their number.
 */
export async function retryRefused(trx: Knex.Transaction, youngerMs: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with again as (
       delete from outbox_refused where created_at > now() - ? * interval '1 ms'
       returning ${KEPT})
     insert into outbox (${KEPT})
     select ${KEPT} from again returning id`,
    [youngerMs],
  );
  if (rows.length > 0) {
    notifyAfterCommit(trx, 'outbox');
  }
  return rows.length;
}

/** Takes published events of these names whose jobs are due for a check. */
export async function claimUnsettled(
  trx: Knex.Transaction,
  names: readonly string[],
  limit: number,
): Promise<(OutboxEvent & { published_at: string })[]> {
  const { rows } = await trx.raw(
    `select ${KEPT}, publishes, published_at from outbox_published
     where settled_at is null and check_at <= now() and name = any(?::text[])
     order by check_at limit ? for update skip locked`,
    [[...names], limit],
  );
  return rows;
}

/** The settled ones among the jobs: completed or dead-lettered. */
export async function findSettledJobs(db: Knex, jobIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { job_id: string }[] }>(
    `select job_id from job_done where job_id = any(?::text[])
     union all select job_id from job_parked where job_id = any(?::text[])`,
    [[...jobIds], [...jobIds]],
  );
  return new Set(rows.map((row) => row.job_id));
}

/**
 * The superfluous ones among the jobs: another run with the same key began after their event was published,
 * so it has seen their changes.
 */
export async function findSuperseded(
  db: Knex,
  jobs: readonly { id: string; key: string; publishedAt: string }[],
): Promise<Set<string>> {
  if (jobs.length === 0) {
    return new Set();
  }
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id from json_to_recordset(?::json) as job (id text, key text, "publishedAt" timestamptz)
     where exists (select from job_done where dedupe_key = key and started_at >= "publishedAt")`,
    [JSON.stringify(jobs)],
  );
  return new Set(rows.map((row) => row.id));
}

/** Records which events are settled, which were published again, and the next check of the open ones. */
export async function markChecked(
  trx: Knex.Transaction,
  input: { settled: readonly string[]; republished: readonly string[]; open: readonly string[] },
): Promise<void> {
  await trx.raw('update outbox_published set settled_at = now() where id = any(?::uuid[])', [
    [...input.settled],
  ]);
  // Checks become rarer with age, as a job may legitimately wait or run for hours.
  await trx.raw(
    `update outbox_published set publishes = publishes + case when id = any(?::uuid[]) then 1 else 0 end,
       check_at = now() + least(greatest((now() - created_at) / 2, interval '10 s'), interval '5 min')
     where id = any(?::uuid[])`,
    [[...input.republished], [...input.open]],
  );
}

/** Makes every open event due for a check, because a queue may have lost its jobs. */
export async function checkAllNow(db: Knex): Promise<void> {
  await db.raw('update outbox_published set check_at = now() where settled_at is null');
}
