import { MailX } from 'lucide-react';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';

/** Message for a missing invitation. */
export function InvalidInvitation() {
  const { t } = useTranslations('people');
  const path = usePath();
  const isSignedIn = useUser() !== null;
  return (
    <EmptyState
      heading="h1"
      picture={<MailX size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={t('invalid.title')}
      text={t('invalid.text')}
      action={
        <ButtonLink variant="primary" to={path(isSignedIn ? 'home' : 'login')}>
          {t(isSignedIn ? 'invalid.home' : 'invalid.logIn')}
        </ButtonLink>
      }
    />
  );
}

/** The page `invitation_invalid`. */
export function InvalidInvitationScreen() {
  const { t } = useTranslations('people');
  useTitle(t('invalid.title'));
  return (
    <AuthLayout>
      <InvalidInvitation />
    </AuthLayout>
  );
}
