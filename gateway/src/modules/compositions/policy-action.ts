import type { CompositionAction } from '@diorama/shared/policy/composition.ts';

/** Fields of a change to a scene that decide who may make it. */
type Change = { status?: unknown; privacy?: unknown; password?: unknown; sharing?: unknown };

/**
 * The policy's action for a change to a scene. Unpublishing is separate from sharing, as it is allowed in a
 * full workspace.
 */
export function policyActionOf(change: Change): CompositionAction {
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
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  return (
    changed.length > 0 &&
    changed.every(
      ([key, value]) => (key === 'status' && value === 'draft') || (key === 'privacy' && value === 'private'),
    )
  );
}
