/** Who may open a page: only those without a session, everybody, or only those with one. */
export type Access = 'public-only' | 'open' | 'session';

/** What the guards must know of who is signed in. */
export type GuardedPerson = {
  /** Whether their own workspace still waits to be set up. */
  needsOnboarding: boolean;
  /** The workspace that an upgrade is for. */
  accountUuid: string | null;
};

/** What guards 2 to 4 must know. Paths are without language unless they say so. */
export type AccessQuestion = {
  access: Access;
  /** Whether login leads back here. */
  isRedirectIfLogged: boolean;
  /** The page where a workspace is set up. */
  isOnboarding: boolean;
  /** The page may be seen before the own workspace is set up. */
  opensBeforeSetUp: boolean;
  person: GuardedPerson | null;
  /** Where the person wanted to go, with language and query. */
  location: string;
  /** The wish of an earlier redirect, with language. */
  redirect: string | null;
  /** The plan that the address asks for. */
  upgrade: string | null;
  /** Where a sign-up leads once the workspace is set up. */
  afterOnboarding: string | null;
};

/** Where to go instead: a path without language, or a whole path of ours. */
export type Redirect = { to: string; isWhole: boolean };

/** Plans by the form of their names; whether there is such a plan the page it leads to says. */
const PLAN = /^[a-z]{1,40}$/;

/** Guards 2 to 4 in their order; `null` to stay. */
export function redirectOf(question: AccessQuestion): Redirect | null {
  const { access, person } = question;
  if (person === null) {
    return access === 'session' ? toLogin(question) : null;
  }
  if (access === 'public-only') {
    const first = toWish(question) ?? toInvitation(question, person);
    return first ?? { to: withUpgrade('home', question.upgrade), isWhole: false };
  }
  return access === 'session'
    ? (onboardingRedirect(question, person) ?? upgradeRedirect(question, person))
    : null;
}

/** A wished redirect if it is a path of our own; another site's address is never followed. */
export function ownPath(redirect: string | null): string | null {
  return redirect !== null && /^\/(?![/\\])[^\s\\]*$/.test(redirect) ? redirect : null;
}

function toLogin({ isRedirectIfLogged, location, upgrade }: AccessQuestion): Redirect {
  const query = isRedirectIfLogged ? `?${new URLSearchParams({ redirect: location })}` : '';
  return { to: isRedirectIfLogged ? `login${query}` : withUpgrade('login', upgrade), isWhole: false };
}

/** Whoever was invited sees what they came for first, and sets up a workspace of their own later. */
function toInvitation(
  { afterOnboarding }: AccessQuestion,
  { needsOnboarding }: GuardedPerson,
): Redirect | null {
  const isInvited = afterOnboarding !== null && /^(accept-invitation|builder)\//.test(afterOnboarding);
  return needsOnboarding && isInvited ? { to: afterOnboarding, isWhole: false } : null;
}

/** Guard 3: who has not set up their workspace does so before all but what they were invited to, and only once. */
function onboardingRedirect(question: AccessQuestion, { needsOnboarding }: GuardedPerson): Redirect | null {
  const { isOnboarding, isRedirectIfLogged, location, upgrade, afterOnboarding } = question;
  if (needsOnboarding && question.opensBeforeSetUp) {
    return null;
  }
  if (needsOnboarding && !isOnboarding) {
    const wish = isRedirectIfLogged ? `?${new URLSearchParams({ redirect: location })}` : '';
    return { to: wish === '' ? withUpgrade('onboarding', upgrade) : `onboarding${wish}`, isWhole: false };
  }
  if (!needsOnboarding && isOnboarding) {
    const next = afterOnboarding === null ? null : { to: afterOnboarding, isWhole: false };
    return toWish(question) ?? next ?? { to: withUpgrade('home', upgrade), isWhole: false };
  }
  return null;
}

/** Guard 4: an address that names a plan leads to its upgrade. */
function upgradeRedirect({ upgrade, isOnboarding }: AccessQuestion, person: GuardedPerson): Redirect | null {
  if (isOnboarding || upgrade === null || !PLAN.test(upgrade) || person.accountUuid === null) {
    return null;
  }
  return { to: `upgrade/${person.accountUuid}/${upgrade}`, isWhole: false };
}

function toWish({ redirect }: AccessQuestion): Redirect | null {
  const wish = ownPath(redirect);
  return wish === null ? null : { to: wish, isWhole: true };
}

function withUpgrade(page: string, upgrade: string | null): string {
  return upgrade === null ? page : `${page}?${new URLSearchParams({ upgrade })}`;
}
