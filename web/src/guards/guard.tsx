import type { User } from '@diorama/shared/contract/auth.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useWorkspace } from '../hooks/use-account.ts';
import { usePath } from '../hooks/use-path.ts';
import { useUser } from '../hooks/use-user.ts';
import {
  dropAfterOnboarding,
  readAfterOnboarding,
  rememberCollabScene,
} from '../session/after-onboarding.ts';
import { hasPasswordChange } from '../session/password-change.ts';
import { type Access, type GuardedPerson, type Redirect, redirectOf } from './access.ts';
import { preferredLanguage, splitLanguage } from './language-of-path.ts';
import { opensBeforeSetUp, RESET_DONE } from './pages.ts';

/** Renders a page only for users with access and redirects all others. */
export function Guard({
  access,
  isRedirectIfLogged,
  isOnboarding = false,
  children,
}: {
  access: Access;
  isRedirectIfLogged: boolean;
  isOnboarding?: boolean;
  children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const user = useUser();
  const isInOwn = useWorkspace()?.role === 'owner';
  const page = splitLanguage(pathname).rest;
  const redirect = redirectOf({
    access,
    isRedirectIfLogged,
    isOnboarding,
    isResetDone: page === RESET_DONE,
    hasPasswordChange: hasPasswordChange(sessionStorage),
    opensBeforeSetUp: opensBeforeSetUp(page),
    person: user === null ? null : guardedPerson(user, isInOwn),
    location: pathname + search,
    redirect: query.get('redirect'),
    upgrade: query.get('upgrade'),
    afterOnboarding: readAfterOnboarding(localStorage),
  });
  if (redirect === null) {
    return children;
  }
  return <Leave redirect={redirect} isSignedIn={user !== null} hasOnboarded={isOnboarding} />;
}

function Leave(props: { redirect: Redirect; isSignedIn: boolean; hasOnboarded: boolean }) {
  const path = usePath();
  // State at the first render, because leaving the page consumes the stored redirect.
  const [{ redirect, isSignedIn, hasOnboarded }] = useState(props);
  const { pathname } = useLocation();
  const [left] = useState(pathname);
  useEffect(() => {
    const page = redirect.isWhole ? splitLanguage(redirect.to).rest : redirect.to;
    const isKept = page === readAfterOnboarding(localStorage);
    if (isSignedIn && (hasOnboarded || isKept)) {
      dropAfterOnboarding(localStorage);
    }
    if (!isSignedIn) {
      rememberCollabScene(localStorage, left);
    }
  }, [hasOnboarded, isSignedIn, left, redirect]);
  if (redirect.isWhole) {
    return <Navigate replace to={redirect.to} />;
  }
  // A signed-in user continues in the preferred language, which a sign-in has just set.
  const to = isSignedIn ? `/${preferredLanguage()}/${redirect.to}` : path(redirect.to);
  return <Navigate replace to={to} />;
}

/** The first workspace a person owns is the one they came with; who works in another one sets it up later. */
function guardedPerson({ accounts }: User, isInOwn: boolean): GuardedPerson {
  const own = accounts.find(({ role }) => role === 'owner');
  return {
    // A session stored by an older release lacks the field; the next request for the user adds it.
    needsOnboarding: isInOwn && own?.hasCompletedOnboarding === false,
    accountUuid: own?.uuid ?? null,
  };
}
