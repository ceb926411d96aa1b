import { Compass } from 'lucide-react';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';

/** An address that leads nowhere. */
export function NotFoundScreen() {
  const t = useT();
  const path = usePath();
  useTitle(t('notFound.title'));
  return (
    <AuthLayout>
      <EmptyState
        heading="h1"
        picture={<Compass size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <ButtonLink to={path('home')} variant="primary">
            {t('notFound.home')}
          </ButtonLink>
        }
      />
    </AuthLayout>
  );
}
