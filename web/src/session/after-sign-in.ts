import type { Session as SessionAnswer } from '@diorama/shared/contract/auth.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { track } from '../api/track.ts';
import { rememberLanguage } from '../guards/language-of-path.ts';
import {
  forgetCollabScene,
  pageAfterOnboarding,
  type SignUpContext,
  storeAfterOnboarding,
} from './after-onboarding.ts';
import type { Session } from './session.ts';

/** Kind of a sign-in; a sign-up with its carried fields. */
export type SignInKind =
  | { kind: 'login'; remember: boolean }
  | { kind: 'password-reset' }
  | { kind: 'signup'; signUpContext: SignUpContext };

/** Analytics events; a password reset has none. */
const EVENTS = { login: 'login', signup: 'signupComplete', 'password-reset': null } as const;

/**
 * Runs after every sign-in: sets the language and stores tokens and user. That opens the live stream and lets the guard
 * redirect to the requested page.
 */
export function afterSignIn(session: Session, answer: SessionAnswer, how: SignInKind): void {
  rememberLanguage(chooseLanguage([answer.user.shortLocale]));
  if (how.kind === 'signup') {
    // Before the session is stored, because the guard then redirects at once.
    storeAfterOnboarding(localStorage, pageAfterOnboarding(how.signUpContext));
  } else {
    forgetCollabScene(localStorage);
  }
  session.signIn(answer, how.kind === 'login' && how.remember);
  const event = EVENTS[how.kind];
  if (event !== null) {
    track(event);
  }
}
