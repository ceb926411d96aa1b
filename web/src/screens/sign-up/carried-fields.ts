/** Where a shared scene waits for its visitor to have an account. */
const COLLAB_SCENE_KEY = 'diorama.collab-scene';
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** What an invitation, a referral or a campaign carries through sign-up in the address, and the stored scene. */
export function carriedFields(query: URLSearchParams, storage: Pick<Storage, 'getItem'>) {
  const utm = Object.fromEntries(
    UTM.flatMap((name) => {
      const value = query.get(`utm_${name}`);
      return value === null ? [] : [[name, value.slice(0, 200)]];
    }),
  );
  return {
    collabScene: storage.getItem(COLLAB_SCENE_KEY),
    invitation: query.get('invitation'),
    referrer: query.get('referrer'),
    plan: query.get('plan'),
    toggleTrial: query.get('toggleTrial') === 'true',
    ...(Object.keys(utm).length > 0 && { utm }),
  };
}
