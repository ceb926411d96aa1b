import { createHash } from 'node:crypto';
import { PERSON_COLORS } from '../../domain/person-colors.ts';
import { isUuid } from '../../domain/uuid.ts';
import { choosePicture } from '../assets/pictures.queries.ts';
import type { Knex } from '../db/knex.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { closeConfirmations } from './confirmations.queries.ts';

/** A new user. */
export type NewPerson = {
  email: string;
  name: string;
  locale: string;
  /** Null for a user who signs in only with Google. */
  passwordHash: string | null;
  /** Google's id of the user; Google's verified address counts as confirmed. */
  googleSubject?: string;
  /** Creates a user with a confirmed address and an onboarded workspace. */
  isDemo: boolean;
  utm: Record<string, string> | null;
};

/**
 * Creates a user with one workspace on the free plan.
 * @returns null when the address is taken.
 */
export async function createPerson(
  trx: Knex,
  person: NewPerson,
): Promise<{ userId: string; accountId: string } | null> {
  const userId = uuidv7();
  const [row] = await trx('users')
    .insert({
      id: userId,
      email: person.email,
      name: person.name,
      locale: person.locale,
      password_hash: person.passwordHash,
      avatar_color: PERSON_COLORS[Number.parseInt(userId.slice(-4), 16) % PERSON_COLORS.length],
      is_demo: person.isDemo,
      social_created: person.googleSubject !== undefined,
      google_subject: person.googleSubject ?? null,
      email_confirmed_at: person.isDemo || person.googleSubject !== undefined ? trx.fn.now() : null,
      utm: person.utm === null ? null : JSON.stringify(person.utm),
      last_login_at: trx.fn.now(),
    })
    .onConflict()
    .ignore()
    .returning('id');
  if (!row) {
    return null;
  }
  const accountId = uuidv7();
  await trx('accounts').insert({
    id: accountId,
    owner_id: userId,
    name: person.name,
    locale: person.locale,
    has_completed_onboarding: person.isDemo,
  });
  return { userId, accountId };
}

/** Data for checking a sign-in. */
export type Credentials = {
  id: string;
  password_hash: string | null;
  google_subject: string | null;
  email_confirmed_at: string | null;
  deleted_at: string | null;
};
const CREDENTIALS = ['id', 'password_hash', 'google_subject', 'email_confirmed_at', 'deleted_at'] as const;

/**
 * User with that address. A user who has left is found by the remaining hash, unless another one has the
 * address now.
 */
export async function findCredentials(db: Knex, email: string): Promise<Credentials | null> {
  const row = await db('users')
    .where({ email })
    .orWhere({ gone_hash: goneHash(email) })
    .orderByRaw('deleted_at desc nulls first')
    .first(...CREDENTIALS);
  return row ?? null;
}

/** User with that Google id. */
export async function findByGoogle(db: Knex, subject: string): Promise<Credentials | null> {
  const row = await db('users')
    .where({ google_subject: subject })
    .first(...CREDENTIALS);
  return row ?? null;
}

/** The only stored trace of the address of a user who has left, for the answer to a sign-in. */
export function goneHash(email: string): Buffer {
  return createHash('sha256').update(`gone\n${email}`).digest();
}

/** A user as they see themselves. */
export type PersonRow = {
  id: string;
  name: string;
  last_name: string | null;
  email: string;
  locale: string;
  timezone: string | null;
  type: 0 | 1 | 2;
  avatar_object: string | null;
  /** Selected picture that is still being imported, visible only to the user. */
  avatar_wished: string | null;
  avatar_color: string;
  social_created: boolean;
  is_demo: boolean;
  password_hash: string | null;
  google_subject: string | null;
  email_confirmed_at: string | null;
  last_login_at: string | null;
  created_at: string;
};

/** @throws Error when there is no such user. */
export async function getPerson(db: Knex, id: string): Promise<PersonRow> {
  const row = await db('users').where({ id }).first();
  if (!row) {
    throw new Error(`There is no person ${id}`);
  }
  return row;
}

/** The avatar of a user, also one that is still imported; null for a deleted or unknown user. */
export async function findAvatar(db: Knex, userId: string): Promise<{ avatar: string | null } | null> {
  const row = await db('users')
    .where({ id: userId, deleted_at: null })
    .first('avatar_object', 'avatar_wished');
  return row === undefined ? null : { avatar: row.avatar_wished ?? row.avatar_object };
}

/** Changes to a user; absent keys stay as they are. */
export type PersonChange = Partial<
  Pick<PersonRow, 'name' | 'last_name' | 'locale' | 'timezone' | 'type' | 'avatar_object' | 'password_hash'>
>;

/** Updates a user; a replaced picture is deleted. @throws ChangedMeanwhileError */
export async function updatePerson(trx: Knex, id: string, patch: PersonChange): Promise<void> {
  const { avatar_object: avatar, ...change } = patch;
  if (avatar !== undefined) {
    await choosePicture(trx, { table: 'users', id }, avatar);
  }
  if (Object.keys(change).length > 0) {
    await trx('users').where({ id }).update(change);
  }
}

/** Validity of a session in days: without renewal, and in total. */
const SESSION_DAYS = { short: { idle: 1, most: 30 }, remembered: { idle: 30, most: 365 } } as const;

/** Creates a session with its first refresh token. */
export async function insertSession(
  trx: Knex,
  session: { id: string; userId: string; tokenHash: Buffer; remember: boolean; agent: string },
): Promise<void> {
  const days = session.remember ? SESSION_DAYS.remembered.idle : SESSION_DAYS.short.idle;
  await trx.raw(
    `insert into sessions (id, user_id, current_hash, remember, agent, expires_at)
     values (?, ?, ?, ?, ?, now() + make_interval(days => ?))`,
    [session.id, session.userId, session.tokenHash, session.remember, session.agent.slice(0, 300), days],
  );
  await trx('users').where({ id: session.userId }).update({ last_login_at: trx.fn.now() });
}

/** Seconds for which the previous token still returns the same successor, as tabs race each other. */
const LEEWAY_SECONDS = 10;

export type RotationResult =
  | { result: 'rotated' | 'repeated'; userId: string }
  | { result: 'reused'; userId: string }
  | { result: 'unknown' };

/**
 * Exchanges the current refresh token of a session for its successor. The previous token is accepted for a
 * few seconds; later use means that it was stolen, and revokes the whole family.
 */
export async function rotateSession(
  db: Knex,
  rotation: { sessionId: string; tokenHash: Buffer; successorHash: Buffer },
): Promise<RotationResult> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{
      rows: {
        user_id: string;
        current_hash: Buffer;
        previous_hash: Buffer | null;
        in_leeway: boolean;
        remember: boolean;
      }[];
    }>(
      `select user_id, current_hash, previous_hash, remember,
         coalesce(rotated_at > now() - make_interval(secs => ?), false) as in_leeway
       from sessions where id = ? and revoked_at is null and expires_at > now() for no key update`,
      [LEEWAY_SECONDS, rotation.sessionId],
    );
    const session = rows[0];
    if (!session) {
      return { result: 'unknown' };
    }
    if (session.current_hash.equals(rotation.tokenHash)) {
      const { idle, most } = session.remember ? SESSION_DAYS.remembered : SESSION_DAYS.short;
      await trx.raw(
        `update sessions set previous_hash = current_hash, current_hash = ?, rotated_at = now(),
           expires_at = least(now() + make_interval(days => ?), created_at + make_interval(days => ?)) where id = ?`,
        [rotation.successorHash, idle, most, rotation.sessionId],
      );
      return { result: 'rotated', userId: session.user_id };
    }
    if (session.previous_hash?.equals(rotation.tokenHash) && session.in_leeway) {
      return { result: 'repeated', userId: session.user_id };
    }
    await trx('sessions').where({ id: rotation.sessionId }).update({ revoked_at: trx.fn.now() });
    return { result: 'reused', userId: session.user_id };
  });
}

/** Ends a session; one that has ended already is unchanged. */
export async function revokeSession(db: Knex, sessionId: string, tokenHash: Buffer): Promise<void> {
  await db('sessions')
    .where({ id: sessionId, revoked_at: null })
    .where((query) => query.where({ current_hash: tokenHash }).orWhere({ previous_hash: tokenHash }))
    .update({ revoked_at: db.fn.now() });
}

/** Reset links of a user that are mailed in an hour, and those of them that are valid at the same time. */
const RESETS = { hourly: 10, valid: 3 } as const;

/**
 * Creates a password reset link, valid for one hour. The latest links stay valid until one is used, as anyone may
 * request further ones for an address.
 * @returns false where the user has requested too many within the hour
 */
export async function createPasswordReset(trx: Knex, userId: string, tokenHash: Buffer): Promise<boolean> {
  await trx('users').where({ id: userId }).forNoKeyUpdate().first('id');
  const recent: { token_hash: Buffer; used_at: string | null }[] = await trx('password_resets')
    .where({ user_id: userId })
    .whereRaw('expires_at > now()')
    .orderBy('expires_at', 'desc')
    .select('token_hash', 'used_at');
  if (recent.length >= RESETS.hourly) {
    return false;
  }
  const open = recent.filter((reset) => reset.used_at === null);
  await trx('password_resets')
    .whereIn(
      'token_hash',
      open.slice(RESETS.valid - 1).map((reset) => reset.token_hash),
    )
    .update({ used_at: trx.fn.now() });
  await trx.raw(
    `insert into password_resets (token_hash, user_id, expires_at) values (?, ?, now() + interval '1 hour')`,
    [tokenHash, userId],
  );
  return true;
}

/** Whether a reset link is still valid; checked before hashing the new password, which is slow. */
export async function isPasswordResetOpen(
  db: Knex,
  reset: { userId: string; tokenHash: Buffer },
): Promise<boolean> {
  const row = await db('password_resets')
    .where({ token_hash: reset.tokenHash, user_id: reset.userId, used_at: null })
    .whereRaw('expires_at > now()')
    .first('user_id');
  return row !== undefined;
}

/**
 * Uses a reset link once: sets the password, closes all other links and ends every session.
 * @returns false when the link is unknown, used or expired.
 */
export async function usePasswordReset(
  trx: Knex,
  reset: { userId: string; tokenHash: Buffer; passwordHash: string },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update password_resets set used_at = now()
     where token_hash = ? and user_id = ? and used_at is null and expires_at > now() returning 1`,
    [reset.tokenHash, reset.userId],
  );
  if (rows.length === 0) {
    return false;
  }
  await trx('password_resets')
    .where({ user_id: reset.userId, used_at: null })
    .update({ used_at: trx.fn.now() });
  // The link came by mail, so the address belongs to the user. Earlier Google connections or address changes
  // may belong to another person.
  await trx('users')
    .where({ id: reset.userId })
    .update({
      password_hash: reset.passwordHash,
      google_subject: trx.raw('case when email_confirmed_at is not null then google_subject end'),
      email_confirmed_at: trx.raw('coalesce(email_confirmed_at, now())'),
    });
  await closeConfirmations(trx, reset.userId, 'change');
  await trx('sessions')
    .where({ user_id: reset.userId, revoked_at: null })
    .update({ revoked_at: trx.fn.now() });
  return true;
}

/** Whether an existing user has this uuid; false for any other text. */
export async function existsUser(db: Knex, id: string): Promise<boolean> {
  return isUuid(id) && (await db('users').where({ id, deleted_at: null }).first('id')) !== undefined;
}
