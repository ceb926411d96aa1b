import { Button } from '../../components/button/button.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './consent.module.css';
import { useConsent } from './use-consent.ts';

/** Asks once for consent to measurement; both answers take one press. */
export function ConsentBanner() {
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
