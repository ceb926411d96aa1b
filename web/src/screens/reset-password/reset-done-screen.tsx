import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { dropPasswordChange } from '../../session/password-change.ts';

/** Confirms a changed password: after a reset to the user, who is signed in, and to any visitor of the address. */
export function ResetDoneScreen() {
  const { t } = useTranslations('account');
  const path = usePath();
  const isSignedIn = useUser() !== null;
  useTitle(t('reset.done.title'));
  useEffect(() => () => dropPasswordChange(sessionStorage), []);
  return (
    <AuthLayout>
      <EmptyState
        heading="h1"
        picture={<KeyRound size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={t('reset.done.title')}
        text={t(isSignedIn ? 'reset.done.signedIn' : 'reset.done.text')}
        action={
          <ButtonLink to={path(isSignedIn ? 'home' : 'login')} variant="primary" size="large">
            {t(isSignedIn ? 'reset.done.continue' : 'reset.done.logIn')}
          </ButtonLink>
        }
      />
    </AuthLayout>
  );
}
