import type { ApiError } from '../api/api-error.ts';

/**
 * Why a scene cannot be opened: missing or without permission, temporarily barred, or in the user's trash.
 */
export type AccessDenial = 'denied' | 'barred' | 'trashed';

/** Temporary refusals: the user keeps the scene and the unsent edits in the browser. */
const PASSING: ReadonlySet<string> = new Set(['security.account.suspended', 'security.blocked']);

/** Returns why a scene could not be read, or null if it failed for another reason. */
export function accessDenialOf({ code, status }: ApiError): AccessDenial | null {
  if (code === 'scene.trashed') {
    return 'trashed';
  }
  if (PASSING.has(code)) {
    return 'barred';
  }
  return status === 403 || status === 404 ? 'denied' : null;
}
