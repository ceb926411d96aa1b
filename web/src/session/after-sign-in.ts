import type { Session as SessionAnswer } from '@diorama/shared/contract/auth.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { track } from '../api/track.ts';
import { rememberLanguage } from '../guards/language-of-path.ts';
import type { Session } from './session.ts';

/**
 * What follows every sign-in: the language is set, and the tokens and the person are stored, which opens the live
 * stream and lets the page's guard lead to where the person wanted to go.
 */
export function afterSignIn(
  session: Session,
  answer: SessionAnswer,
  how: { kind: 'login' | 'signup'; remember: boolean },
): void {
  rememberLanguage(chooseLanguage([answer.user.shortLocale]));
  session.signIn(answer, how.remember);
  track(how.kind === 'signup' ? 'signupComplete' : 'login');
}
