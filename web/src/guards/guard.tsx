import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { usePath } from '../hooks/use-path.ts';
import { useUser } from '../hooks/use-user.ts';
import { type Access, redirectOf } from './access.ts';
import { preferredLanguage } from './language-of-path.ts';

/** Draws a page only for those who may open it, and sends everybody else where they belong. */
export function Guard({
  access,
  isRedirectIfLogged,
  children,
}: {
  access: Access;
  isRedirectIfLogged: boolean;
  children: ReactNode;
}) {
  const path = usePath();
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const isSignedIn = useUser() !== null;
  const redirect = redirectOf({
    access,
    isRedirectIfLogged,
    isSignedIn,
    location: pathname + search,
    redirect: query.get('redirect'),
  });
  if (redirect === null) {
    return children;
  }
  if (redirect.isWhole) {
    return <Navigate replace to={redirect.to} />;
  }
  // Who is signed in goes on in their own language, which a sign-in has just set.
  const to = isSignedIn ? `/${preferredLanguage()}/${redirect.to}` : path(redirect.to);
  return <Navigate replace to={to} />;
}
