import { useEffect, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { AuthCard } from '../auth-card.tsx';

/** The queues' own pages, which the gateway serves to operators. */
const QUEUES_PAGE = '/operators/queues';

/** Lets an operator through to the queues; to everybody else it says that there is nothing here for them. */
export function OperatorsScreen() {
  const t = useT();
  const path = usePath();
  const { client } = useApi();
  const [isRefused, setIsRefused] = useState(false);
  useTitle(t('operators.title'));

  useEffect(() => {
    client.call('openOperators', {}).then(
      () => window.location.replace(QUEUES_PAGE),
      () => setIsRefused(true),
    );
  }, [client]);

  return (
    <AuthLayout>
      <AuthCard
        title={t('operators.title')}
        intro={isRefused ? t('operators.refused') : t('operators.opening')}
      >
        {isRefused && (
          <ButtonLink to={path('home')} size="large" isWide>
            {t('operators.home')}
          </ButtonLink>
        )}
      </AuthCard>
    </AuthLayout>
  );
}
