import { OutsideLink } from '../../components/outside-link.tsx';
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
          terms: <OutsideLink page="terms">{t('signup.consent.terms')}</OutsideLink>,
          privacy: <OutsideLink page="privacy">{t('signup.consent.privacy')}</OutsideLink>,
          cookies: <OutsideLink page="cookies">{t('signup.consent.cookies')}</OutsideLink>,
        }}
      />
    </p>
  );
}
