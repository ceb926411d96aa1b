import { useSearchParams } from 'react-router';
import { Alert } from '../../components/feedback/alert.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { EmailSection } from './email-section.tsx';
import { GoogleSection } from './google-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { PasswordSection } from './password-section.tsx';
import classes from './profile.module.css';
import { SessionsSection } from './sessions-section.tsx';

/** Profile page: identity, sign-in methods, sessions and deletion. */
export function ProfileScreen() {
  const { t } = useAccountTranslations();
  const user = useUser();
  const [query] = useSearchParams();
  const hasGoogle = useConfig()?.googleClientId != null;
  useTitle(t('profile.title'));
  if (user === null) {
    return null;
  }
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('profile.title')}</h1>
      {query.get('export') === 'expired' && <Alert kind="warning">{t('profile.data.expired')}</Alert>}
      <IdentitySection user={user} />
      <LanguageSection user={user} />
      <AppearanceSection />
      <EmailSection user={user} />
      <PasswordSection user={user} />
      {(hasGoogle || user.hasGoogle) && <GoogleSection user={user} />}
      <SessionsSection />
      <DataSection user={user} />
      <DeleteSection user={user} />
    </div>
  );
}
