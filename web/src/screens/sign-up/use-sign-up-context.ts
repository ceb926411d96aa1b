import { useSearchParams } from 'react-router';
import { type Origin, originOf, readOrigin } from '../../analytics/origin-cookie.ts';
import { useLanguage } from '../../hooks/use-language.tsx';
import { COLLAB_SCENE_KEY } from '../../session/after-onboarding.ts';

/** Returns a function that collects the carried fields and the browser's languages when a sign-up is sent. */
export function useSignUpContext() {
  const language = useLanguage();
  const [query] = useSearchParams();
  return () => ({
    ...signUpContextFrom(query, localStorage, readOrigin(document.cookie)),
    locale: language,
    browserLocale: navigator.language,
  });
}

/**
 * Sign-up fields from an invitation, a referral or a campaign: from the address, the stored scene, and an earlier
 * visit.
 */
function signUpContextFrom(query: URLSearchParams, storage: Pick<Storage, 'getItem'>, earlier: Origin) {
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
