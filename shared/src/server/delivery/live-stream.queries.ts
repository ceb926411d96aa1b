import type { LiveTopic } from '../../contract/live.ts';
import type { Knex } from '../db/knex.ts';

/** A recorded change with the affected users. */
export type LiveRow = RowOf<LiveTopic>;
/** A reset for one user, whose changes are too many to be sent one by one. */
export type LiveReset = RowOf<'reset'>;

type RowOf<Topic> = {
  seq: number;
  topic: Topic;
  resource_id: string;
  type: 'created' | 'updated' | 'deleted';
  account_id: string | null;
  user_id: string | null;
};

/** Time for which a disconnected stream can resume and receive all missed changes. */
export const REPLAY_SECONDS = 5 * 60;
const MAX_REPLAY = 500;

/** Changes after a sequence number, and those of given smaller ones, oldest first; a limited number. */
export async function listLive(
  db: Knex,
  wanted: { after: number; missing?: readonly number[] },
): Promise<(LiveRow | LiveReset)[]> {
  return db('live_events')
    .where('seq', '>', wanted.after)
    .orWhereRaw('seq = any (?::bigint[])', [[...(wanted.missing ?? [])]])
    .orderBy('seq')
    .limit(MAX_REPLAY);
}

/** Sequence number of the newest change. */
export async function newestLiveSeq(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { seq: number | null }[] }>(
    'select max(seq) as seq from live_events',
  );
  return rows[0]?.seq ?? 0;
}

/** Whether all changes after a number are still stored, and fit into one replay. */
export async function canReplay(db: Knex, seq: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { recent: boolean; behind: number }[] }>(
    `select exists (select 1 from live_events where seq <= ? and created_at > now() - make_interval(secs => ?)) as recent,
       (select count(*) from live_events where seq > ?)::int as behind`,
    [seq, REPLAY_SECONDS, seq],
  );
  return rows[0]?.recent === true && rows[0].behind < MAX_REPLAY;
}

/** Deletes the changes that no stream can request any more. */
export async function pruneLive(db: Knex): Promise<void> {
  await db.raw(`delete from live_events where created_at < now() - make_interval(secs => ?)`, [
    REPLAY_SECONDS * 2,
  ]);
  await db.raw('delete from live_tickets where expires_at < now()');
}

/**
 * Users affected by a change: its workspace's owner and admins, and members of a shared scene. A change
 * without a workspace affects only the named user.
 */
export async function audienceOf(db: Knex, row: LiveRow | LiveReset): Promise<Set<string>> {
  if (row.account_id === null) {
    return new Set(row.user_id === null ? [] : [row.user_id]);
  }
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    `select owner_id as user_id from accounts where id = :account
     union select user_id from account_members where account_id = :account and role = 'admin'
     union select m.user_id from composition_members m where m.composition_id = :resource
     union select m.user_id from project_members m join compositions c on c.project_id = m.project_id where c.id = :resource
     union select m.user_id from project_members m where m.project_id = :resource
     union select m.user_id from composition_members m join assets s on s.composition_id = m.composition_id where s.id = :resource
     union select m.user_id from composition_members m join comments k on k.composition_id = m.composition_id where k.id = :resource
     union select m.user_id from project_members m join compositions c on c.project_id = m.project_id
       join comments k on k.composition_id = c.id where k.id = :resource
     union select m.user_id from composition_members m join scene_outputs o on o.composition_id = m.composition_id where o.id = :resource
     union select m.user_id from project_members m join compositions c on c.project_id = m.project_id
       join assets s on s.composition_id = c.id where s.id = :resource
     union select m.user_id from project_members m join compositions c on c.project_id = m.project_id
       join scene_outputs o on o.composition_id = c.id where o.id = :resource`,
    { account: row.account_id, resource: row.resource_id },
  );
  const people = new Set(rows.map((person) => person.user_id));
  if (row.user_id) {
    people.add(row.user_id);
  }
  return people;
}

/** Stores a ticket for one stream, valid for a minute. */
export async function createTicket(
  db: Knex,
  ticket: { tokenHash: Buffer; userId: string; sessionId: string },
): Promise<void> {
  await db.raw(
    `insert into live_tickets (token_hash, user_id, session_id, expires_at) values (?, ?, ?, now() + interval '60 seconds')`,
    [ticket.tokenHash, ticket.userId, ticket.sessionId],
  );
}

/** Consumes a ticket; null when it is unknown, used or expired. */
export async function useTicket(
  db: Knex,
  tokenHash: Buffer,
): Promise<{ userId: string; sessionId: string } | null> {
  const { rows } = await db.raw<{ rows: { user_id: string; session_id: string }[] }>(
    'delete from live_tickets where token_hash = ? and expires_at > now() returning user_id, session_id',
    [tokenHash],
  );
  const row = rows[0];
  return row ? { userId: row.user_id, sessionId: row.session_id } : null;
}
