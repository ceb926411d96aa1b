import type { Account } from '@diorama/shared/contract/accounts.ts';
import { useGet } from '../../api/hooks.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { offeredPlans } from './offered-plans.ts';
import { PlanCard, type PlanChoice } from './plan-card.tsx';

/** Plans available to a workspace; disabled while a paid one waits for activation. */
export function PlanCards({ account, ...choice }: { account: Account } & PlanChoice) {
  const { t } = useTranslations('account');
  const request = useGet('listPlans', { query: { isActive: 'true', publicDisplay: 'true' } });
  const { data } = request;
  if (data === undefined) {
    return <Pending of={request} placeholder={<Skeleton height="18rem" />} />;
  }
  return (
    <>
      {account.subscriptionNeedsSync && <Alert kind="warning">{t('billing.plan.sync.text')}</Alert>}
      <ul className="grid gap-3 grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {offeredPlans(data.member, account.subscriptionType).map((plan) => (
          <PlanCard key={plan.uuid} plan={plan} account={account} {...choice} />
        ))}
      </ul>
    </>
  );
}
