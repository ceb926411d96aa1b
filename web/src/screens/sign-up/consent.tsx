import { ExternalLink } from '../../components/external-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from '../auth-card.module.css';

/** Text of the consent with links in its placeholders. */
export function Consent() {
  const t = useT();
  const message = t('signup.consent', { terms: '{terms}', privacy: '{privacy}', cookies: '{cookies}' });
  return (
    <p className={classes.consent}>
      <RichText
        message={message}
        parts={{
          terms: <ExternalLink page="terms">{t('signup.consent.terms')}</ExternalLink>,
          privacy: <ExternalLink page="privacy">{t('signup.consent.privacy')}</ExternalLink>,
          cookies: <ExternalLink page="cookies">{t('signup.consent.cookies')}</ExternalLink>,
        }}
      />
    </p>
  );
}
