import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { BillingInfoSection } from './billing-info-section.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { PaymentSourcesSection } from './payment-sources-section.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlanSection } from './plan-section.tsx';

/** What a workspace has, what it costs, and what it has paid. */
export function BillingTab() {
  const { t } = useAccountWords();
  const workspace = useWorkspace();
  const { data: account, error, mutate } = useAccount();
  if (error !== undefined && account === undefined) {
    return <ErrorState error={error} onRetry={() => mutate()} />;
  }
  if (workspace === null || account === undefined) {
    return <Skeleton height="24rem" />;
  }
  if (workspace.role !== 'owner') {
    return <Alert kind="info">{t('billing.ownerOnly')}</Alert>;
  }
  return (
    <>
      <PlanSection account={account} />
      <PlanCards account={account} />
      <InvoicesSection accountUuid={account.uuid} />
      <PaymentSourcesSection accountUuid={account.uuid} />
      <BillingInfoSection accountUuid={account.uuid} />
    </>
  );
}
