import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { PlanResource } from '@diorama/shared/contract/billing.ts';
import { ButtonLink } from '../../../components/button/button.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { AuthCard } from '../../auth-card.tsx';

/** Shown if the workspace already has the plan, as when the payment page is opened again. */
export function CurrentPlan({ account, plan }: { account: Account; plan: PlanResource }) {
  const { t } = usePaymentTranslations();
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
