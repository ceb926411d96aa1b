import { useId } from 'react';
import { useNavigate } from 'react-router';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { PlanCards } from '../upgrade/plan-cards.tsx';
import classes from './billing.module.css';
import { BillingInfoSection } from './billing-info-section.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { PaymentSourcesSection } from './payment-sources-section.tsx';
import { PlanSection } from './plan-section.tsx';

/** Page of this tab, without language. */
const BILLING_PAGE = 'people-and-settings?tab=billing';

/** Plan, cost and payments of a workspace. */
export function BillingTab() {
  const { t } = useAccountTranslations();
  const path = usePath();
  const navigate = useNavigate();
  const plansId = useId();
  const workspace = useWorkspace();
  const { data: account, error, mutate } = useAccount();
  if (error !== undefined && account === undefined) {
    return <ErrorState error={error} onRetry={() => mutate()} />;
  }
  if (workspace === null || account === undefined) {
    return <Skeleton height="24rem" />;
  }
  if (workspace.role !== 'owner') {
    return (
      <>
        <Alert kind="info">{t('billing.ownerOnly')}</Alert>
        <PlanSection account={account} isPayer={false} />
      </>
    );
  }
  return (
    <>
      <PlanSection account={account} isPayer />
      <section className={classes.plans} aria-labelledby={plansId}>
        <h2 id={plansId} className={classes.plansTitle}>
          {t('billing.plans')}
        </h2>
        <PlanCards account={account} from={BILLING_PAGE} onContinue={() => navigate(path('home'))} />
      </section>
      <InvoicesSection accountUuid={account.uuid} />
      <PaymentSourcesSection accountUuid={account.uuid} />
      <BillingInfoSection accountUuid={account.uuid} />
    </>
  );
}
