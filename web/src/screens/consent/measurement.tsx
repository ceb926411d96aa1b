import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { readOrigin, writeOrigin } from '../../analytics/origin-cookie.ts';
import { useApi } from '../../api/provider.tsx';
import { randomId } from '../../api/random-id.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { useConsent } from './use-consent.ts';

/** Remembers how a visitor came, asks for their consent, and starts what they consented to. */
export function Measurement() {
  useOriginCookie();
  useMeasurement();
  return <ConsentBanner />;
}

/** Keeps the newest campaign and friend until the visitor signs up. */
function useOriginCookie(): void {
  const { arrival } = useApi();
  const days = useConfig()?.trackingCookieDays;
  useEffect(() => {
    if (days !== undefined && days > 0 && Object.keys(arrival).length > 0) {
      const isSecure = window.location.protocol === 'https:';
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http addresses.
      document.cookie = writeOrigin({ ...readOrigin(document.cookie), ...arrival }, { days, isSecure });
    }
  }, [days, arrival]);
}

function useMeasurement(): void {
  const { session } = useApi();
  const config = useConfig();
  const { isAsked, consent } = useConsent();
  const { pathname } = useLocation();
  const running = useRef<Promise<{ pageOpened: (pathname: string) => void }> | null>(null);

  const handleOpened = useEffectEvent((place: string) => {
    if (config === undefined) {
      return;
    }
    const { gtmId, analytics } = config;
    running.current ??= import('../../analytics/measurement.ts').then(({ startMeasurement }) =>
      startMeasurement(
        { gtmId, analytics },
        { personId: () => session.get()?.user.uuid ?? null, newId: randomId },
      ),
    );
    // A blocker may keep the code away; the page does not need it.
    running.current.then(({ pageOpened }) => pageOpened(place)).catch(() => undefined);
  });
  useEffect(() => {
    if (isAsked && consent === 'granted') {
      handleOpened(pathname);
    }
  }, [isAsked, consent, pathname]);
  useEffect(() => {
    if (consent === 'denied' && running.current !== null) {
      // What runs cannot be unloaded; a fresh page runs without it.
      window.location.reload();
    }
  }, [consent]);
}
