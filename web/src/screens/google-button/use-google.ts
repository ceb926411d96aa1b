import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { afterSignIn } from '../../session/after-sign-in.ts';
import { storePasswordDropped } from '../../session/sign-in-note.ts';
import { useSignUpContext } from '../sign-up/use-sign-up-context.ts';

/** Claims of Google's ID token; the server trusts only the signed token. */
type GoogleClaims = { email: string | null; username: string | null; avatar: string | null };

const UNKNOWN: GoogleClaims = { email: null, username: null, avatar: null };

/** Notice that an unconfirmed account's password was removed. */
const PASSWORD_DROPPED = 'auth.password.dropped';

/** Signs in or up with the credential of Google's button; signing up with a known address signs in. */
export function useGoogle(kind: 'login' | 'signup', remember = false) {
  const t = useT();
  const errorText = useErrorText();
  const { client, session } = useApi();
  const carried = useSignUpContext();
  const [problem, setProblem] = useState<string | null>(null);

  const logIn = async (idToken: string) => {
    const answer = await client.call('socialLogin', { body: { idToken, remember } });
    if (answer.notices.includes(PASSWORD_DROPPED)) {
      storePasswordDropped(sessionStorage);
    }
    afterSignIn(session, answer, { kind: 'login', remember });
  };
  const signUp = async (idToken: string) => {
    const signUpContext = carried();
    try {
      const answer = await client.call('socialSignup', {
        body: { idToken, ...claimsOf(idToken), ...signUpContext },
      });
      afterSignIn(session, answer, { kind: 'signup', signUpContext });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 422)) {
        throw error;
      }
      await logIn(idToken);
    }
  };
  const handleCredential = (idToken: string | null) => {
    setProblem(null);
    if (idToken === null) {
      setProblem(t('error.auth.google.rejected'));
      return;
    }
    const run = kind === 'signup' ? signUp : logIn;
    run(idToken).catch((error: unknown) => setProblem(errorText(error)));
  };
  return { problem, handleCredential };
}

/** Decodes the claims of an ID token without verifying it; unreadable ones are `null`. */
export function claimsOf(idToken: string): GoogleClaims {
  const [, payload = ''] = idToken.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) {
      return UNKNOWN;
    }
    const text = (name: string) => {
      const value: unknown = Reflect.get(claims, name);
      return typeof value === 'string' ? value : null;
    };
    return { email: text('email'), username: text('name'), avatar: text('picture') };
  } catch {
    return UNKNOWN;
  }
}
