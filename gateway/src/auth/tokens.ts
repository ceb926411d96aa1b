import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import { jwtVerify, SignJWT } from 'jose';

/** Lifetime of an access token. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ALGORITHM = 'HS256';
const ISSUER = 'diorama';
const CACHE_SIZE = 10_000;

/** Subject of a token: a user with a session, or a visitor who unlocked one scene. */
export type TokenClaims =
  | { kind: 'access'; userId: string; sessionId: string }
  | { kind: 'share'; compositionId: string; keyVersion: number };

/** Creates and verifies the signed tokens, and the opaque ones that are stored as hashes. */
export interface Tokens {
  access(userId: string, sessionId: string): Promise<string>;
  share(compositionId: string, keyVersion: number, seconds: number): Promise<string>;
  /** The claims of a token; null for a foreign, malformed or expired one. */
  verify(token: string): Promise<TokenClaims | null>;
  /** The refresh token that follows on this one: always the same, so that tabs racing each other agree. */
  successor(refreshToken: string, sessionId: string): string;
}

/** @param secretKeys the first signs, all verify. */
export function createTokens(secretKeys: readonly string[], clock: Clock): Tokens {
  const keys = secretKeys.map((key) => createHmac('sha256', key).update('tokens').digest());
  const [signingKey] = keys;
  if (signingKey === undefined) {
    throw new Error('Tokens need a secret key');
  }
  const verified = new Map<string, { claims: TokenClaims; expiresAt: number }>();
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1_000);

  const sign = (payload: Record<string, string | number>, subject: string, seconds: number) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(subject)
      .setIssuedAt(nowSeconds())
      .setExpirationTime(nowSeconds() + seconds)
      .sign(signingKey);

  return {
    access: (userId, sessionId) => sign({ use: 'access', sid: sessionId }, userId, ACCESS_TOKEN_SECONDS),
    share: (compositionId, keyVersion, seconds) =>
      sign({ use: 'share', ver: keyVersion }, compositionId, seconds),
    verify: async (token) => {
      const known = verified.get(token);
      if (known) {
        return known.expiresAt > nowSeconds() ? known.claims : null;
      }
      const fresh = await verifyWith(keys, token, clock.now());
      if (fresh) {
        if (verified.size >= CACHE_SIZE) {
          verified.clear();
        }
        verified.set(token, fresh);
      }
      return fresh?.claims ?? null;
    },
    successor: (refreshToken, sessionId) =>
      joinRefresh(sessionId, createHmac('sha256', signingKey).update(`refresh\n${refreshToken}`).digest()),
  };
}

/** A new opaque secret that belongs to a session. */
export function newRefreshToken(sessionId: string): string {
  return joinRefresh(sessionId, randomBytes(32));
}

/** The session id in a refresh token. Only its secret proves the session. */
export function sessionOfRefresh(refreshToken: string): string | null {
  const id = refreshToken.slice(0, refreshToken.indexOf('.'));
  return isOwnUuid(id) ? id : null;
}

/** Hash under which an opaque token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function joinRefresh(sessionId: string, secret: Buffer): string {
  return `${sessionId}.${secret.toString('base64url')}`;
}

async function verifyWith(
  keys: readonly Buffer[],
  token: string,
  now: Date,
): Promise<{ claims: TokenClaims; expiresAt: number } | null> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        currentDate: now,
        requiredClaims: ['sub', 'exp', 'use'],
      });
      const claims = toClaims(payload);
      return claims && payload.exp !== undefined ? { claims, expiresAt: payload.exp } : null;
    } catch {
      // Not signed by this key, or run out: the next key decides, and after the last the answer is no.
    }
  }
  return null;
}

function toClaims(payload: {
  sub?: string;
  use?: unknown;
  sid?: unknown;
  ver?: unknown;
}): TokenClaims | null {
  const { sub, use, sid, ver } = payload;
  if (sub === undefined) {
    return null;
  }
  if (use === 'access' && typeof sid === 'string') {
    return { kind: 'access', userId: sub, sessionId: sid };
  }
  return use === 'share' && typeof ver === 'number'
    ? { kind: 'share', compositionId: sub, keyVersion: ver }
    : null;
}
