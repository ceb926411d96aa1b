import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { readOrigin, writeOrigin } from '../../analytics/origin-cookie.ts';
import { useApi } from '../../api/provider.tsx';
import { randomId } from '../../api/random-id.ts';
import { Button } from '../../components/button/button.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import classes from './consent.module.css';
import { useConsent } from './use-consent.ts';

/** Stores the visitor's origin, asks for consent, and starts the measurement. */
export function Measurement() {
  useOriginCookie();
  useMeasurement();
  return <ConsentBanner />;
}

/** Stores the latest campaign and referrer until the visitor signs up. */
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
    // A blocker may block the code; the page does not need it.
    running.current.then(({ pageOpened }) => pageOpened(place)).catch(() => undefined);
  });
  useEffect(() => {
    if (isAsked && consent === 'granted') {
      handleOpened(pathname);
    }
  }, [isAsked, consent, pathname]);
  useEffect(() => {
    if (consent === 'denied' && running.current !== null) {
      // Running scripts cannot be unloaded; a reloaded page runs without them.
      window.location.reload();
    }
  }, [consent]);
}

/** Asks once for consent to measurement; both answers take one press. */
function ConsentBanner() {
  const t = useT();
  const { isAsked, consent, choose } = useConsent();
  if (!isAsked || consent !== null) {
    return null;
  }
  return (
    <section className={classes.banner} aria-label={t('consent.label')}>
      <p>
        <RichText
          message={t('consent.question', { cookies: '{cookies}' })}
          parts={{ cookies: <ExternalLink page="cookies">{t('outside.cookies')}</ExternalLink> }}
        />
      </p>
      <div className={classes.buttons}>
        <Button onClick={() => choose('denied')}>{t('consent.deny')}</Button>
        <Button onClick={() => choose('granted')}>{t('consent.grant')}</Button>
      </div>
    </section>
  );
}
