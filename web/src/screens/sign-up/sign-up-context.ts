import { type Origin, originOf } from '../../analytics/origin-cookie.ts';

/** Storage key of the shared scene that led to a sign-up. */
const COLLAB_SCENE_KEY = 'diorama.collab-scene';

/**
 * Sign-up fields from an invitation, a referral or a campaign: from the address, the stored scene, and an earlier
 * visit.
 */
export function signUpContextFrom(
  query: URLSearchParams,
  storage: Pick<Storage, 'getItem'>,
  earlier: Origin,
) {
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
