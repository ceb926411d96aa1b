import type { Session as SessionAnswer } from '@diorama/shared/contract/auth.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { track } from '../api/track.ts';
import { rememberLanguage } from '../guards/language-of-path.ts';
import {
  type Brought,
  forgetCollabScene,
  keepAfterOnboarding,
  pageAfterOnboarding,
} from './after-onboarding.ts';
import type { Session } from './session.ts';

/** How a person signed in; a sign-up with what it brought along. */
export type SignInKind =
  | { kind: 'login'; remember: boolean }
  | { kind: 'password-reset' }
  | { kind: 'signup'; brought: Brought };

/** Events for measurement; a password reset has none. */
const EVENTS = { login: 'login', signup: 'signupComplete', 'password-reset': null } as const;

/**
 * What follows every sign-in: the language is set, and the tokens and the person are stored, which opens the live
 * stream and lets the page's guard lead to where the person wanted to go.
 */
export function afterSignIn(session: Session, answer: SessionAnswer, how: SignInKind): void {
  rememberLanguage(chooseLanguage([answer.user.shortLocale]));
  if (how.kind === 'signup') {
    // Before the session is known, as the guard leads on at once when it is.
    keepAfterOnboarding(localStorage, pageAfterOnboarding(how.brought));
  } else {
    forgetCollabScene(localStorage);
  }
  session.signIn(answer, how.kind === 'login' && how.remember);
  const event = EVENTS[how.kind];
  if (event !== null) {
    track(event);
  }
}
