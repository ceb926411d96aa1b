import { useSyncExternalStore } from 'react';
import type { Consent, ConsentStore } from '../../analytics/consent.ts';
import { useApi } from '../../api/provider.tsx';
import { useConfig } from '../../hooks/use-config.ts';

/** The visitor's answer about measurement, and whether the question applies. */
export function useConsent(): { isAsked: boolean; consent: Consent; choose: ConsentStore['set'] } {
  const { consent: store } = useApi();
  const config = useConfig();
  const consent = useSyncExternalStore(store.subscribe, store.get);
  const isAsked = config !== undefined && (config.gtmId !== null || config.analytics !== null);
  return { isAsked, consent, choose: store.set };
}
