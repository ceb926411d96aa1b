import { asked, batchedRead } from '../batched-read.ts';

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
