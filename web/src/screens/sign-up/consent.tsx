import type { ReactNode } from 'react';
import { RichText } from '../../components/rich-text.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import classes from '../auth-card.module.css';

/** What a person agrees to, where the installation has such texts; the placeholders stay for the links. */
export function Consent() {
  const t = useT();
  const config = useConfig();
  const { termsUrl, privacyUrl, cookiesUrl } = config ?? {};
  if (!termsUrl && !privacyUrl && !cookiesUrl) {
    return null;
  }
  const message = t('signup.consent', { terms: '{terms}', privacy: '{privacy}', cookies: '{cookies}' });
  return (
    <p className={classes.consent}>
      <RichText
        message={message}
        parts={{
          terms: <MaybeLink href={termsUrl}>{t('signup.consent.terms')}</MaybeLink>,
          privacy: <MaybeLink href={privacyUrl}>{t('signup.consent.privacy')}</MaybeLink>,
          cookies: <MaybeLink href={cookiesUrl}>{t('signup.consent.cookies')}</MaybeLink>,
        }}
      />
    </p>
  );
}

function MaybeLink({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  return href ? (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    children
  );
}
