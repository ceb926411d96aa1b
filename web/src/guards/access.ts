/** Who may open a page: only those without a session, everybody, or only those with one. */
export type Access = 'public-only' | 'open' | 'session';

/** What guard 2 must know. Paths are without language. */
export type AccessQuestion = {
  access: Access;
  /** Whether login leads back here. */
  isRedirectIfLogged: boolean;
  isSignedIn: boolean;
  /** Where the person wanted to go, with language and query. */
  location: string;
  /** The wish of an earlier redirect. */
  redirect: string | null;
};

/** Where a person must go instead, as a path without language or a path of ours; `null` to stay. */
export function redirectOf(question: AccessQuestion): { to: string; isWhole: boolean } | null {
  const { access, isSignedIn } = question;
  if (access === 'public-only' && isSignedIn) {
    const wish = ownPath(question.redirect);
    return wish === null ? { to: 'home', isWhole: false } : { to: wish, isWhole: true };
  }
  if (access === 'session' && !isSignedIn) {
    const query = question.isRedirectIfLogged
      ? `?${new URLSearchParams({ redirect: question.location })}`
      : '';
    return { to: `login${query}`, isWhole: false };
  }
  return null;
}

/** A wished redirect if it is a path of our own; another site's address is never followed. */
export function ownPath(redirect: string | null): string | null {
  return redirect !== null && /^\/(?![/\\])[^\s\\]*$/.test(redirect) ? redirect : null;
}
