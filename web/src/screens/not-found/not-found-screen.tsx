import { Compass } from 'lucide-react';
import { useT } from '../../hooks/use-language.tsx';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { HomeState } from '../home-state/home-state.tsx';

/** Page for unknown addresses. */
export function NotFoundScreen() {
  const t = useT();
  return (
    <AuthLayout>
      <HomeState icon={Compass} title={t('notFound.title')} text={t('notFound.text')} />
    </AuthLayout>
  );
}
