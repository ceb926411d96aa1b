import type { Knex } from '../knex.ts';

/** A session that is still good. */
export type SessionRow = {
  id: string;
  agent: string;
  remember: boolean;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

/** Where a person is signed in, the session last used first. */
export async function listSessions(db: Knex, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `select id, agent, remember, created_at, coalesce(rotated_at, created_at) as last_used_at, expires_at
     from sessions where user_id = ? and revoked_at is null and expires_at > now()
     order by last_used_at desc, id limit 100`,
    [userId],
  );
  return rows;
}

/** Ends one session of a person. @returns whether there was such a session. */
export async function endSession(db: Knex, userId: string, sessionId: string): Promise<boolean> {
  const count = await db('sessions')
    .where({ id: sessionId, user_id: userId, revoked_at: null })
    .whereRaw('expires_at > now()')
    .update({ revoked_at: db.fn.now() });
  return count > 0;
}

/** Ends every session of a person but one. */
export async function endSessions(trx: Knex, userId: string, except: string | null = null): Promise<void> {
  await trx.raw(
    `update sessions set revoked_at = now()
     where user_id = ? and revoked_at is null and id is distinct from ?::uuid`,
    [userId, except],
  );
}

/** So many are ended at once. */
const MOST_OVERDUE = 1_000;

/** Writes down of sessions that time has ended when that was, so that who has something open with one is told. */
export async function endOverdueSessions(db: Knex): Promise<void> {
  await db.raw(
    `update sessions set revoked_at = expires_at where id = any (array
       (select id from sessions where revoked_at is null and expires_at <= now()
        order by expires_at limit ? for no key update skip locked))`,
    [MOST_OVERDUE],
  );
}
