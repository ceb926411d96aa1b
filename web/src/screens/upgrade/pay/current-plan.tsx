import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { PlanResource } from '@diorama/shared/contract/billing.ts';
import { ButtonLink } from '../../../components/button/button.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { AuthCard } from '../../auth-card.tsx';

/** There is nothing to pay: the workspace has this plan, as after a payment whose page was opened again. */
export function CurrentPlan({ account, plan }: { account: Account; plan: PlanResource }) {
  const { t } = usePayWords();
  const path = usePath();
  const dates = useDates();
  const date = account.expirationDate === null ? '' : dates.date(account.expirationDate);
  return (
    <AuthCard title={t('current.title', { plan: plan.displayName })} intro={t('current.text', { date })}>
      <ButtonLink variant="primary" size="large" isWide to={path('home')}>
        {t('done.action')}
      </ButtonLink>
    </AuthCard>
  );
}
