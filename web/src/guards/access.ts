import { RESET_DONE } from './pages.ts';

/** Users who may open a page: only those without a session, all, or only those with one. */
export type Access = 'public-only' | 'open' | 'session';

/** Data of the signed-in user that the guards need. */
export type GuardedPerson = {
  /** Whether the user's own workspace still needs onboarding. */
  needsOnboarding: boolean;
  /** Workspace that an upgrade is for. */
  accountUuid: string | null;
};

/** Input of guards 2 to 4. Paths are without language except where noted. */
export type AccessQuestion = {
  access: Access;
  /** Whether login redirects back to this page. */
  isRedirectIfLogged: boolean;
  /** Whether the page is the onboarding. */
  isOnboarding: boolean;
  /** Whether the page is the confirmation of a replaced password. */
  isResetDone: boolean;
  /** Whether the user has just replaced a forgotten password and has not left its confirmation. */
  hasPasswordChange: boolean;
  /** Whether the page is accessible before the onboarding. */
  opensBeforeSetUp: boolean;
  person: GuardedPerson | null;
  /** Requested address, with language and query. */
  location: string;
  /** Target of an earlier redirect, with language. */
  redirect: string | null;
  /** Plan named in the address. */
  upgrade: string | null;
  /** Target after a sign-up's onboarding. */
  afterOnboarding: string | null;
};

/** Target of a redirect: a path without language, or a whole path of the application. */
export type Redirect = { to: string; isWhole: boolean };

/** Format of plan names; the target page checks whether the plan exists. */
const PLAN = /^[a-z]{1,40}$/;

/** Runs guards 2 to 4 in order; `null` to stay. */
export function redirectOf(question: AccessQuestion): Redirect | null {
  const { access, person } = question;
  if (person === null) {
    return access === 'session' ? toLogin(question) : null;
  }
  if (access === 'public-only') {
    if (question.hasPasswordChange) {
      return question.isResetDone ? null : { to: RESET_DONE, isWhole: false };
    }
    const first = toRequestedPage(question) ?? toInvitation(question, person);
    return first ?? { to: withUpgrade('home', question.upgrade), isWhole: false };
  }
  return access === 'session'
    ? (onboardingRedirect(question, person) ?? upgradeRedirect(question, person))
    : null;
}

/** Returns the redirect if it is a path of the application; addresses of other sites are never followed. */
export function ownPath(redirect: string | null): string | null {
  return redirect !== null && /^\/(?![/\\])[^\s\\]*$/.test(redirect) ? redirect : null;
}

function toLogin({ isRedirectIfLogged, location, upgrade }: AccessQuestion): Redirect {
  const query = isRedirectIfLogged ? `?${new URLSearchParams({ redirect: location })}` : '';
  return { to: isRedirectIfLogged ? `login${query}` : withUpgrade('login', upgrade), isWhole: false };
}

/** Sends invited users to their invitation first; their onboarding follows later. */
function toInvitation(
  { afterOnboarding }: AccessQuestion,
  { needsOnboarding }: GuardedPerson,
): Redirect | null {
  const isInvited = afterOnboarding !== null && /^(accept-invitation|builder)\//.test(afterOnboarding);
  return needsOnboarding && isInvited ? { to: afterOnboarding, isWhole: false } : null;
}

/** Guard 3: sends a user without onboarding there, except from a page of an invitation, and only once. */
function onboardingRedirect(question: AccessQuestion, { needsOnboarding }: GuardedPerson): Redirect | null {
  const { isOnboarding, isRedirectIfLogged, location, upgrade, afterOnboarding } = question;
  if (needsOnboarding && question.opensBeforeSetUp) {
    return null;
  }
  if (needsOnboarding && !isOnboarding) {
    const path = isRedirectIfLogged ? `?${new URLSearchParams({ redirect: location })}` : '';
    return { to: path === '' ? withUpgrade('onboarding', upgrade) : `onboarding${path}`, isWhole: false };
  }
  if (!needsOnboarding && isOnboarding) {
    const next = afterOnboarding === null ? null : { to: afterOnboarding, isWhole: false };
    return toRequestedPage(question) ?? next ?? { to: withUpgrade('home', upgrade), isWhole: false };
  }
  return null;
}

/** Guard 4: redirects an address with a plan to its upgrade page. */
function upgradeRedirect({ upgrade, isOnboarding }: AccessQuestion, person: GuardedPerson): Redirect | null {
  if (isOnboarding || upgrade === null || !PLAN.test(upgrade) || person.accountUuid === null) {
    return null;
  }
  return { to: `upgrade/${person.accountUuid}/${upgrade}`, isWhole: false };
}

function toRequestedPage({ redirect }: AccessQuestion): Redirect | null {
  const path = ownPath(redirect);
  return path === null ? null : { to: path, isWhole: true };
}

function withUpgrade(page: string, upgrade: string | null): string {
  return upgrade === null ? page : `${page}?${new URLSearchParams({ upgrade })}`;
}
