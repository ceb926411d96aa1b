import type { CompositionAction } from '@diorama/shared/policy/composition.ts';

/** What of a change to a scene decides who may make it. */
type Change = { status?: unknown; privacy?: unknown; password?: unknown; sharing?: unknown };

/**
 * What a change to a scene is to the policy. One that only takes back what others see is told from one that shares, as it is
 * allowed where there is no room left.
 */
export function actionOf(change: Change): CompositionAction {
  const isSharing =
    change.privacy !== undefined || change.password !== undefined || change.sharing !== undefined;
  if (takesBackOnly(change)) {
    return isSharing ? 'unshare' : 'unpublish';
  }
  if (isSharing) {
    return 'share';
  }
  return change.status === undefined ? 'update' : 'publish';
}

function takesBackOnly(change: Change): boolean {
  const said = Object.entries(change).filter(([, value]) => value !== undefined);
  return (
    said.length > 0 &&
    said.every(
      ([key, value]) => (key === 'status' && value === 'draft') || (key === 'privacy' && value === 'private'),
    )
  );
}
