import type { ApiError } from '../api/api-error.ts';

/**
 * Why somebody does not get into a scene: it is not there or not for them, nobody gets in for a while, or it is in the trash
 * that is theirs.
 */
export type Closed = 'denied' | 'barred' | 'trashed';

/** Refusals that pass: the scene is still the person's, and so are the edits that wait for it in their browser. */
const PASSING: ReadonlySet<string> = new Set(['security.account.suspended', 'security.blocked']);

/** Which way a scene is closed that could not be read; null where that failed for another reason. */
export function closedBy({ code, status }: ApiError): Closed | null {
  if (code === 'scene.trashed') {
    return 'trashed';
  }
  if (PASSING.has(code)) {
    return 'barred';
  }
  return status === 403 || status === 404 ? 'denied' : null;
}
