import { CodedError } from '@diorama/shared/contract/errors.ts';
import { normalizeEmail } from '@diorama/shared/domain/email.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';

/** Verified claims of a Google account. */
export type GoogleIdentity = {
  /** Google's id of the user. An address may change hands; this id does not. */
  subject: string;
  /** In lower case, and verified by Google. */
  email: string;
  name: string | null;
  /** Address of the profile picture, which may be any text. */
  picture: string | null;
};

/** Verifies the ID tokens of Google's sign-in button. */
export interface Google {
  /**
   * @param options - `maxAgeS` rejects tokens that Google issued longer ago, in seconds
   * @throws CodedError `auth.google.rejected`; `server.unavailable` when Google's keys cannot be fetched.
   */
  verify(idToken: string, options?: { maxAgeS: number }): Promise<GoogleIdentity>;
}

/** Google signs with keys that only it has; a symmetric algorithm would let anybody sign with the public one. */
const ALGORITHMS = ['RS256', 'ES256'];
const FETCH_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_S = 30;
/** Longest address of a picture, in characters. */
const MAX_ADDRESS = 2_048;

/** Builds the check from the environment; without a client id every token is rejected. */
export function createGoogle(options: { google: Env['google']; clock: Clock }): Google {
  const { google, clock } = options;
  if (google === null) {
    return {
      verify: async () => {
        throw new CodedError('auth.google.rejected');
      },
    };
  }
  const keys = createRemoteJWKSet(new URL(google.jwksUrl), { timeoutDuration: FETCH_TIMEOUT_MS });
  return {
    verify: async (idToken, options) => {
      const payload = await jwtVerify(idToken, keys, {
        algorithms: ALGORITHMS,
        // Google itself writes its issuer with and without the scheme.
        issuer: [google.issuer, google.issuer.replace(/^https:\/\//, '')],
        audience: google.clientId,
        currentDate: clock.now(),
        clockTolerance: CLOCK_TOLERANCE_S,
        ...(options && { maxTokenAge: options.maxAgeS }),
        requiredClaims: ['sub', 'exp', 'iat', 'email'],
      }).then(
        (verified) => verified.payload,
        (error: unknown) => {
          throw isOurTrouble(error)
            ? new CodedError('server.unavailable', { cause: error })
            : new CodedError('auth.google.rejected', { cause: error });
        },
      );
      return toIdentity(payload);
    },
  };
}

function toIdentity(payload: JWTPayload): GoogleIdentity {
  const { sub, email, email_verified: isVerified, name, picture } = payload;
  const isTrusted = isVerified === true || isVerified === 'true';
  if (sub === undefined || sub === '' || typeof email !== 'string' || !isTrusted) {
    throw new CodedError('auth.google.rejected');
  }
  return {
    subject: sub.slice(0, 255),
    email: normalizeEmail(email),
    name: typeof name === 'string' ? name : null,
    picture: typeof picture === 'string' && picture.length <= MAX_ADDRESS ? picture : null,
  };
}

/** Whether the keys could not be fetched, in which case the token may be valid. */
function isOurTrouble(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) {
    return true;
  }
  return error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
}
