import { createHash } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { isUuid } from '@diorama/shared/domain/uuid.ts';
import { chooseLanguage, type Language } from '@diorama/shared/i18n/t.ts';
import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { createPerson, existsUser } from '@diorama/shared/server/people/people.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { listSceneFacts } from '@diorama/shared/server/scenes/scene-facts.queries.ts';
import { recordReferrer } from '@diorama/shared/server/workspaces/referrals.queries.ts';
import { networkOf } from '../../middleware/client-address.ts';
import type { Urls } from '../../web/urls.ts';
import { factsOf } from '../compositions/facts.ts';
import { acceptAtSignUp } from '../invitations/accept.ts';
import { findSharedScene } from '../public/shared-scene.ts';
import { creditReferrer } from '../referrals/credit-referrer.ts';
import { startSession } from './session.ts';

/** Codes and ids that a sign-up carries besides an invitation. Invalid ones do not stop it. */
type SignUpContext = {
  referrer?: string | null | undefined;
  collabScene?: string | null | undefined;
  plan?: string | null | undefined;
};

/** A user about to sign up, by either method. */
export type Newcomer = {
  email: string;
  name: string;
  passwordHash: string | null;
  googleSubject?: string;
  /** Address of a profile picture, which a job downloads. */
  picture?: string | null;
  /** Codes and ids from the sign-up. */
  signUpContext: Pick<
    InputOf<'signup'>['body'],
    'locale' | 'browserLocale' | 'collabScene' | 'invitation' | 'referrer' | 'plan' | 'utm'
  >;
  /** Language of the request, for a user without a preference. */
  language: Language;
  agent: string;
  /** Address of the client on the network. */
  address: string;
};

export type Joined = {
  userId: string;
  locale: Language;
  sessionId: string;
  refreshToken: string;
  notices: string[];
};

/**
 * Creates a user with their workspace and first session, stores the referrer, and accepts the invitation of
 * the sign-up.
 * @throws CodedError `user.email.taken`.
 */
export async function join(trx: Knex, urls: Urls, newcomer: Newcomer): Promise<Joined> {
  const { email, name, passwordHash, googleSubject, picture, signUpContext, language, agent, address } =
    newcomer;
  const locale = chooseLanguage([signUpContext.locale ?? '', signUpContext.browserLocale ?? '', language]);
  const person = await createPerson(trx, {
    email,
    name,
    locale,
    passwordHash,
    ...(googleSubject === undefined ? {} : { googleSubject }),
    isDemo: false,
    utm: signUpContext.utm ?? null,
  });
  if (!person) {
    throw emailTaken();
  }
  if (picture) {
    const payload = { userId: person.userId, assetId: uuidv7(), url: picture };
    await recordEvent(trx, { name: 'avatar.offered', payload });
  }
  // First, as it may grant access to the scene of the sign-up.
  const refusal =
    signUpContext.invitation &&
    (await acceptAtSignUp(trx, urls, { id: signUpContext.invitation, userId: person.userId, email }));
  const notices = await findSignupNotices(trx, person.userId, signUpContext);
  if (refusal) {
    notices.push(refusal);
  }
  if (signUpContext.referrer && !notices.includes('referrer.unknown')) {
    const networkHash = createHash('sha256')
      .update(`${signUpContext.referrer}\n${networkOf(address)}`)
      .digest();
    await recordReferrer(trx, { userId: person.userId, referrerId: signUpContext.referrer, networkHash });
    // An address verified by Google is confirmed at once.
    await creditReferrer(trx, urls, person.userId);
  }
  const session = await startSession(trx, { userId: person.userId, remember: false, agent });
  return { userId: person.userId, locale, ...session, notices };
}

/** Error of a sign-up with a taken address. */
export function emailTaken(): CodedError {
  return new CodedError('user.email.taken', {
    violations: [{ propertyPath: 'email', code: 'user.email.taken' }],
  });
}

/**
 * Notice codes for unknown or spent codes of a sign-up. A scene that the user may not see counts as unknown.
 */
async function findSignupNotices(trx: Knex, userId: string, signUpContext: SignUpContext): Promise<string[]> {
  const notices: string[] = [];
  if (signUpContext.referrer && !(await existsUser(trx, signUpContext.referrer))) {
    notices.push('referrer.unknown');
  }
  if (signUpContext.collabScene && !(await isVisible(trx, userId, signUpContext.collabScene))) {
    notices.push('collab-scene.unknown');
  }
  if (signUpContext.plan && !PLAN_NAMES.some((name) => name === signUpContext.plan)) {
    notices.push('plan.unknown');
  }
  return notices;
}

async function isVisible(trx: Knex, userId: string, sceneId: string): Promise<boolean> {
  if (!isUuid(sceneId)) {
    return false;
  }
  const [row] = await listSceneFacts(trx, [sceneId], userId);
  const isShared = row !== undefined && authorizeComposition('read', factsOf(row, false)).allowed;
  return isShared || (await findSharedScene(trx, sceneId))?.isBlocked === false;
}
