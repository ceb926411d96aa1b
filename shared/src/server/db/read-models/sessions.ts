import type { Knex } from '../knex.ts';
import { readQuery } from '../read.ts';

/** A session's person, and whether the session still lives. */
export type SessionPerson = {
  name: string;
  email: string;
  locale: string;
  is_demo: boolean;
  revoked: boolean;
  gone: boolean;
};

/** Read with every request; null when the person has no such session. */
export async function findSessionPerson(
  db: Knex,
  userId: string,
  sessionId: string,
): Promise<SessionPerson | null> {
  const rows = await readQuery<SessionPerson>(
    db,
    'session-person',
    `select u.name, u.email, u.locale, u.is_demo, u.deleted_at is not null as gone,
            s.revoked_at is not null or s.expires_at <= now() as revoked
     from sessions s join users u on u.id = s.user_id
     where s.id = $1 and s.user_id = $2`,
    [sessionId, userId],
  );
  return rows[0] ?? null;
}
