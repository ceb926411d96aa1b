import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { AuthCard } from '../auth-card.tsx';

/**
 * Confirms an address by the link of a mail. It needs a press, because mail scanners open links and would use this
 * one up.
 */
export function ConfirmEmailScreen() {
  const { t } = useTranslations('account');
  const path = usePath();
  const { userUuid = '', token = '' } = useParams();
  const { client } = useApi();
  const refreshUser = useRefreshUser();
  const user = useUser();
  const [done, setDone] = useState<ResultOf<'confirmEmail'> | null>(null);
  useTitle(t('confirm.title'));

  const { isBusy, problem, submit } = useSubmitProblem(async () => {
    setDone(await client.call('confirmEmail', { params: { userUuid }, body: { token } }));
    if (user?.uuid === userUuid) {
      await refreshUser();
    }
  });

  if (done !== null) {
    return (
      <AuthLayout>
        <EmptyState
          heading="h1"
          picture={<MailCheck size={40} strokeWidth={1.25} aria-hidden="true" />}
          title={t('confirm.done.title')}
          text={t(`confirm.done.${done.purpose}`, { email: done.email })}
          action={
            <ButtonLink to={path('home')} variant="primary" size="large">
              {t('confirm.home')}
            </ButtonLink>
          }
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <AuthCard title={t('confirm.title')} intro={t('confirm.text')}>
        {problem === null ? (
          <NetworkButton variant="primary" size="large" isWide isLoading={isBusy} onClick={submit}>
            {t('confirm.submit')}
          </NetworkButton>
        ) : (
          <>
            <Alert kind="error">{problem}</Alert>
            <ButtonLink to={path('profile')} size="large" isWide>
              {t('confirm.profile')}
            </ButtonLink>
          </>
        )}
      </AuthCard>
    </AuthLayout>
  );
}
