import type { LiveTopic } from '../../contract/live.ts';
import type { Knex } from '../db/knex.ts';
import { notifyAfterCommit } from './notify-after-commit.ts';

/** A change that is pushed to the users who may see it. */
export type LiveChange = {
  topic: LiveTopic;
  /** The uuid of the resource. */
  id: string;
  type: 'created' | 'updated' | 'deleted';
  /** Workspace of the resource, whose members are notified. */
  accountId: string | null;
  /** A user who is notified in addition, or alone. */
  userId?: string | null;
};

/** Records a live change in the transaction of the changed rows; gateways are notified after the commit. */
export async function recordLive(trx: Knex, change: LiveChange): Promise<void> {
  await trx.raw(
    'insert into live_events (topic, resource_id, type, account_id, user_id) values (?, ?, ?, ?, ?)',
    [change.topic, change.id, change.type, change.accountId, change.userId ?? null],
  );
  notifyAfterCommit(trx, 'live');
}

/** Records the same change of many resources of one workspace. */
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
  notifyAfterCommit(trx, 'live');
}

/** Records for one user that many of their resources have changed. */
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
  notifyAfterCommit(trx, 'live');
}

/** Makes all clients of one user reload everything, for changes that are too many to be sent one by one. */
export async function recordReset(trx: Knex, userId: string): Promise<void> {
  await trx.raw(
    `insert into live_events (topic, resource_id, type, user_id) values ('reset', :userId, 'updated', :userId)`,
    { userId },
  );
  notifyAfterCommit(trx, 'live');
}

/**
 * Records a change of a scene whose row is unchanged, but whose response differs, for example after a new
 * member joined.
 */
export async function recordSceneLive(db: Knex, compositionId: string): Promise<void> {
  await db.raw(
    `insert into live_events (topic, resource_id, type, account_id)
     select 'composition', id, 'updated', account_id from compositions where id = ? and deleted_at is null`,
    [compositionId],
  );
  notifyAfterCommit(db, 'live');
}
