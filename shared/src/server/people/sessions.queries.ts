import { asked, batchedRead } from '../db/batched-read.ts';
import type { Knex } from '../db/knex.ts';

/** User of a session, and whether the session is valid. */
export type SessionPerson = {
  name: string;
  email: string;
  locale: string;
  is_demo: boolean;
  is_email_confirmed: boolean;
  revoked: boolean;
  gone: boolean;
};

/** User of a session, by both ids, read with every request; null when the user has no such session. */
export const findSessionPerson = batchedRead<SessionPerson>(
  'session-person',
  `select ask.at, u.name, u.email, u.locale, u.is_demo,
          u.email_confirmed_at is not null as is_email_confirmed, u.deleted_at is not null as gone,
          s.revoked_at is not null or s.expires_at <= now() as revoked
   from ${asked('session_id', 'user_id')}
   join sessions s on s.id = ask.session_id and s.user_id = ask.user_id
   join users u on u.id = s.user_id`,
);

/** A valid session. */
export type SessionRow = {
  id: string;
  agent: string;
  remember: boolean;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

/** Valid sessions of a user, the most recently used first. */
export async function listSessions(db: Knex, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `select id, agent, remember, created_at, coalesce(rotated_at, created_at) as last_used_at, expires_at
     from sessions where user_id = ? and revoked_at is null and expires_at > now()
     order by last_used_at desc, id limit 100`,
    [userId],
  );
  return rows;
}

/** Ends one session of a user. @returns whether it existed. */
export async function endSession(db: Knex, userId: string, sessionId: string): Promise<boolean> {
  const count = await db('sessions')
    .where({ id: sessionId, user_id: userId, revoked_at: null })
    .whereRaw('expires_at > now()')
    .update({ revoked_at: db.fn.now() });
  return count > 0;
}

/** Ends every session of a user, optionally except one. */
export async function endSessions(trx: Knex, userId: string, except: string | null = null): Promise<void> {
  await trx.raw(
    `update sessions set revoked_at = now()
     where user_id = ? and revoked_at is null and id is distinct from ?::uuid`,
    [userId, except],
  );
}

/** Maximum number of sessions ended per run. */
const MAX_OVERDUE = 1_000;

/** Records the end of expired sessions, so that clients with open connections are notified. */
export async function endOverdueSessions(db: Knex): Promise<void> {
  await db.raw(
    `update sessions set revoked_at = expires_at where id = any (array
       (select id from sessions where revoked_at is null and expires_at <= now()
        order by expires_at limit ? for no key update skip locked))`,
    [MAX_OVERDUE],
  );
}
