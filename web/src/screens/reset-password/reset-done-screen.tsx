import { KeyRound } from 'lucide-react';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';

/** Confirms a changed password to a user without a session. */
export function ResetDoneScreen() {
  const { t } = useAccountTranslations();
  const path = usePath();
  useTitle(t('reset.done.title'));
  return (
    <AuthLayout>
      <EmptyState
        heading="h1"
        picture={<KeyRound size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={t('reset.done.title')}
        text={t('reset.done.text')}
        action={
          <ButtonLink to={path('login')} variant="primary" size="large">
            {t('reset.done.logIn')}
          </ButtonLink>
        }
      />
    </AuthLayout>
  );
}
