import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert.tsx';
import primitives from '../../components/primitives.module.css';
import { useConfig } from '../../hooks/use-config.ts';
import { useTheme } from '../../hooks/use-theme.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './google-button.module.css';

/** Used part of Google's script. */
type GoogleIdentity = {
  initialize(options: { client_id: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
};

type GoogleWindow = Window & { google?: { accounts?: { id?: GoogleIdentity } } };

const SCRIPT = 'https://accounts.google.com/gsi/client';

/** Longest wait for the script; without an alert, a blocked network would leave an empty place. */
const PATIENCE_MS = 10_000;

let loading: Promise<GoogleIdentity> | null = null;

const WIDTH = { smallest: 200, largest: 400 };

/** Google's own button, where it is configured; an alert if it cannot be loaded. */
export function GoogleButton({
  text,
  hasDivider = false,
  onCredential,
}: {
  text: 'signin_with' | 'signup_with' | 'continue_with';
  /** Shows a divider above the button. */
  hasDivider?: boolean;
  /** Receives the ID token; `null` when Google returned none. */
  onCredential: (idToken: string | null) => void;
}) {
  const { language, t } = useTranslations('account');
  const { isDark } = useTheme();
  const clientId = useConfig()?.googleClientId ?? null;
  const place = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const handleCredential = useEffectEvent((idToken: string | null) => onCredential(idToken));

  useEffect(() => {
    if (clientId === null) {
      return;
    }
    let isGone = false;
    const draw = async () => {
      const google = await loadGoogle();
      const box = place.current;
      if (isGone || box === null) {
        return;
      }
      google.initialize({
        client_id: clientId,
        callback: ({ credential }) => handleCredential(credential ?? null),
      });
      box.replaceChildren();
      google.renderButton(box, {
        theme: isDark ? 'filled_black' : 'outline',
        size: 'large',
        text,
        locale: language,
        width: Math.min(Math.max(box.clientWidth, WIDTH.smallest), WIDTH.largest),
      });
    };
    draw().catch(() => setIsMissing(!isGone));
    return () => {
      isGone = true;
    };
  }, [clientId, language, text, isDark]);

  if (clientId === null) {
    return null;
  }
  return (
    <div className={primitives.stack4}>
      {hasDivider && <p className={classes.divider}>{t('google.or')}</p>}
      {isMissing ? (
        <Alert kind="error">{t('google.missing')}</Alert>
      ) : (
        <div ref={place} className={classes.place} />
      )}
    </div>
  );
}

/**
 * Fetches Google's script once; called only where a client id is configured.
 * @throws Error when it cannot be fetched or has another interface
 */
function loadGoogle(): Promise<GoogleIdentity> {
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      const identity = (window as GoogleWindow).google?.accounts?.id;
      if (identity === undefined) {
        reject(new Error('Google’s script has no button'));
      } else {
        resolve(identity);
      }
    };
    script.onerror = () => reject(new Error('Google’s script could not be fetched'));
    setTimeout(() => reject(new Error('Google’s script does not arrive')), PATIENCE_MS);
    document.head.append(script);
  });
  // A failed fetch is not cached.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}
