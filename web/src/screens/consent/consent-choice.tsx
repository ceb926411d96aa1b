import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './consent.module.css';
import { useConsent } from './use-consent.ts';

/** The current choice and a button to change it; hidden where nothing is measured. */
export function ConsentChoice({ className }: { className?: string | undefined }) {
  const t = useT();
  const { isAsked, consent, choose } = useConsent();
  return (
    <div className={className}>
      {isAsked ? (
        <div className={classes.choice}>
          <p role="status">{t(consent === 'granted' ? 'consent.granted' : 'consent.denied')}</p>
          <Button onClick={() => choose(consent === 'granted' ? 'denied' : 'granted')}>
            {t(consent === 'granted' ? 'consent.deny' : 'consent.grant')}
          </Button>
        </div>
      ) : (
        <Alert kind="info">{t('consent.nothing')}</Alert>
      )}
    </div>
  );
}
