import { type Origin, originOf } from '../../analytics/origin-cookie.ts';

/** Where a shared scene waits for its visitor to have an account. */
const COLLAB_SCENE_KEY = 'diorama.collab-scene';

/**
 * What an invitation, a friend or a campaign carries through sign-up: in the address of the page, in the stored
 * scene, and in what an earlier visit has left.
 */
export function carriedFields(query: URLSearchParams, storage: Pick<Storage, 'getItem'>, earlier: Origin) {
  const { utm, referrer } = { ...earlier, ...originOf(query) };
  return {
    collabScene: storage.getItem(COLLAB_SCENE_KEY),
    invitation: query.get('invitation'),
    referrer: referrer ?? null,
    plan: query.get('plan'),
    toggleTrial: query.get('toggleTrial') === 'true',
    ...(utm !== undefined && { utm }),
  };
}
