import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useTheme } from '../../hooks/use-theme.ts';
import classes from './google-button.module.css';
import { loadGoogle } from './google-script.ts';

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
  const { language, t } = useAccountTranslations();
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
    <div className={classes.box}>
      {hasDivider && <p className={classes.divider}>{t('google.or')}</p>}
      {isMissing ? (
        <Alert kind="error">{t('google.missing')}</Alert>
      ) : (
        <div ref={place} className={classes.place} />
      )}
    </div>
  );
}
