import type { LiveTopic } from '../../contract/live.ts';
import type { Knex } from './knex.ts';
import { wakeAfterCommit } from './wake.ts';

/** A change that people who may see it are told of at once. */
export type LiveChange = {
  topic: LiveTopic;
  /** The uuid of the resource. */
  id: string;
  type: 'created' | 'updated' | 'deleted';
  /** The workspace it belongs to, whose people are told. */
  accountId: string | null;
  /** One person who is told besides, or alone. */
  userId?: string | null;
};

/** Writes a live change in the transaction of the rows it tells of; gateways wake when that commits. */
export async function recordLive(trx: Knex, change: LiveChange): Promise<void> {
  await trx.raw(
    'insert into live_events (topic, resource_id, type, account_id, user_id) values (?, ?, ?, ?, ?)',
    [change.topic, change.id, change.type, change.accountId, change.userId ?? null],
  );
  wakeAfterCommit(trx, 'live');
}

/** Writes the same change of many resources of one workspace. */
export async function recordLives(
  trx: Knex,
  changes: Omit<LiveChange, 'id' | 'userId'> & { ids: readonly string[] },
): Promise<void> {
  if (changes.ids.length === 0) {
    return;
  }
  await trx.raw(
    `insert into live_events (topic, resource_id, type, account_id)
     select ?, id, ?, ? from unnest(?::uuid[]) as given (id)`,
    [changes.topic, changes.type, changes.accountId, [...changes.ids]],
  );
  wakeAfterCommit(trx, 'live');
}

/** Writes for one person alone that something of theirs about many resources has changed. */
export async function recordLivesFor(
  trx: Knex,
  userId: string,
  { topic, type, ids }: Pick<LiveChange, 'topic' | 'type'> & { ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  await trx.raw(
    `insert into live_events (topic, resource_id, type, user_id)
     select ?, id, ?, ? from unnest(?::uuid[]) as given (id)`,
    [topic, type, userId, [...ids]],
  );
  wakeAfterCommit(trx, 'live');
}

/** Has one person's screens read everything anew, once, as when more of theirs has changed than is told one by one. */
export async function recordReset(trx: Knex, userId: string): Promise<void> {
  await trx.raw(
    `insert into live_events (topic, resource_id, type, user_id) values ('reset', :userId, 'updated', :userId)`,
    { userId },
  );
  wakeAfterCommit(trx, 'live');
}

/** Tells of a scene whose row is as it was, but whose answer is another one, as when somebody has come in. */
export async function recordSceneLive(db: Knex, compositionId: string): Promise<void> {
  await db.raw(
    `insert into live_events (topic, resource_id, type, account_id)
     select 'composition', id, 'updated', account_id from compositions where id = ? and deleted_at is null`,
    [compositionId],
  );
  wakeAfterCommit(db, 'live');
}
