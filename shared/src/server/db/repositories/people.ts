import { createHash } from 'node:crypto';
import { PERSON_COLORS } from '../../../domain/person-colors.ts';
import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { closeConfirmations } from './confirmations.ts';
import { choosePicture } from './pictures.ts';

/** A new person. */
export type NewPerson = {
  email: string;
  name: string;
  locale: string;
  /** Null for somebody who signs in with Google alone. */
  passwordHash: string | null;
  /** Google's name for them; what Google says of their address counts as confirmed. */
  googleSubject?: string;
  /** Has a confirmed address and an onboarded workspace from the start. */
  isDemo: boolean;
  utm: Record<string, string> | null;
};

/**
 * Creates a person with one workspace on the free plan.
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

/** What is needed to check a sign-in. */
export type Credentials = {
  id: string;
  password_hash: string | null;
  google_subject: string | null;
  email_confirmed_at: string | null;
  deleted_at: string | null;
};
const CREDENTIALS = ['id', 'password_hash', 'google_subject', 'email_confirmed_at', 'deleted_at'] as const;

/** The person with that address; one who has left is found by what is kept of it, after anybody who has it now. */
export async function findCredentials(db: Knex, email: string): Promise<Credentials | null> {
  const row = await db('users')
    .where({ email })
    .orWhere({ gone_hash: goneHash(email) })
    .orderByRaw('deleted_at desc nulls first')
    .first(...CREDENTIALS);
  return row ?? null;
}

/** The person whom Google calls by that name. */
export async function findByGoogle(db: Knex, subject: string): Promise<Credentials | null> {
  const row = await db('users')
    .where({ google_subject: subject })
    .first(...CREDENTIALS);
  return row ?? null;
}

/** All that is kept of the address of somebody who has left, so that signing in can say so. */
export function goneHash(email: string): Buffer {
  return createHash('sha256').update(`gone\n${email}`).digest();
}

/** A person as they see themselves. */
export type PersonRow = {
  id: string;
  name: string;
  last_name: string | null;
  email: string;
  locale: string;
  timezone: string | null;
  type: 0 | 1 | 2;
  avatar_object: string | null;
  /** Chosen, and still being imported: nobody else is shown it. */
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

/** @throws Error when there is no such person. */
export async function getPerson(db: Knex, id: string): Promise<PersonRow> {
  const row = await db('users').where({ id }).first();
  if (!row) {
    throw new Error(`There is no person ${id}`);
  }
  return row;
}

/** What can be changed of a person; absent keys stay as they are. */
export type PersonChange = Partial<
  Pick<PersonRow, 'name' | 'last_name' | 'locale' | 'timezone' | 'type' | 'avatar_object' | 'password_hash'>
>;

/** Changes what is known of a person; a picture that is replaced is deleted. @throws ChangedMeanwhileError */
export async function updatePerson(trx: Knex, id: string, wish: PersonChange): Promise<void> {
  const { avatar_object: avatar, ...change } = wish;
  if (avatar !== undefined) {
    await choosePicture(trx, { table: 'users', id }, avatar);
  }
  if (Object.keys(change).length > 0) {
    await trx('users').where({ id }).update(change);
  }
}

/** How long a session lasts without being renewed, and at most however often it is. */
const SESSION_DAYS = { short: { idle: 1, most: 30 }, remembered: { idle: 30, most: 365 } } as const;

/** Opens a session with its first refresh token. */
export async function createSession(
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

/** How long the token before the last one is answered with the same successor: tabs race each other. */
const LEEWAY_SECONDS = 10;

export type RotationResult =
  | { result: 'rotated' | 'repeated'; userId: string }
  | { result: 'reused'; userId: string }
  | { result: 'unknown' };

/**
 * Exchanges the current refresh token of a session for its successor. The token before it is still answered for
 * a few seconds; after that its use means that somebody stole it, and the whole family is revoked.
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

/** Ends a session; one that has ended already stays as it is. */
export async function revokeSession(db: Knex, sessionId: string, tokenHash: Buffer): Promise<void> {
  await db('sessions')
    .where({ id: sessionId, revoked_at: null })
    .where((query) => query.where({ current_hash: tokenHash }).orWhere({ previous_hash: tokenHash }))
    .update({ revoked_at: db.fn.now() });
}

/** Opens a way to set a new password, for one hour, and closes those opened before. */
export async function createPasswordReset(trx: Knex, userId: string, tokenHash: Buffer): Promise<void> {
  await trx('password_resets').where({ user_id: userId, used_at: null }).update({ used_at: trx.fn.now() });
  await trx.raw(
    `insert into password_resets (token_hash, user_id, expires_at) values (?, ?, now() + interval '1 hour')`,
    [tokenHash, userId],
  );
}

/** Whether a reset link can still be used: asked before the work of hashing what comes with it. */
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
 * Uses a reset link once: sets the password and ends every session.
 * @returns false when the link is unknown, used or too old.
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
  // The link came by mail, so the address is theirs. What was connected or asked for before that, or before the password
  // was taken back, may be another's.
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
