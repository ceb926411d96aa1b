import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useGet } from '../../../api/hooks.ts';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { pathOf } from '../../../guards/path-of.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { useTitle } from '../../../hooks/use-title.ts';
import { isPaidTimeOver } from '../paid-time.ts';
import { CurrentPlan } from './current-plan.tsx';
import { refusalOf } from './discount-refusal.ts';
import { FreeChange } from './free-change.tsx';
import { OrderSummary } from './order-summary.tsx';
import classes from './pay.module.css';
import { PayForm } from './pay-form.tsx';
import { PayOutcome } from './pay-outcome.tsx';
import type { PaymentProviderName } from './provider-name.ts';
import { useOrder } from './use-order.ts';
import { useOutcome } from './use-outcome.ts';
import { useQuote } from './use-quote.ts';
import { useTrackPayment } from './use-track-payment.ts';

type Props = {
  plan: PlanResource;
  price: PlanPriceResource;
  workspace: AccountRef;
  discount: string | null;
};

/** Last step to a plan: total, payment and result. */
export function PayStep(props: Props) {
  const { t } = usePaymentTranslations();
  const { plan, price, workspace } = props;
  useTitle(t('title', { plan: plan.displayName }));
  // The workspace's state when the page opens decides, as the payment changes it.
  const { data: account, error, mutate } = useGet('getAccount', { params: { id: workspace.uuid } });
  const [opened, setOpened] = useState<string | null>(null);
  if (account === undefined) {
    return error === undefined ? (
      <Skeleton width="min(100%, 31.25rem)" height="20rem" />
    ) : (
      <ErrorState error={error} onRetry={() => mutate()} />
    );
  }
  const before = opened ?? (isPaidTimeOver(account) ? null : account.planPrice?.uuid) ?? 'none';
  if (opened === null) {
    setOpened(before);
  }
  const isCurrent = before === price.uuid && account.subscriptionStatus === 1;
  return isCurrent ? <CurrentPlan account={account} plan={plan} /> : <Payment {...props} />;
}

function Payment({ plan, price, workspace, discount }: Props) {
  const config = useConfig();
  const navigate = useNavigate();
  const { state } = useLocation();
  const addressOf = usePayAddress(plan, price, workspace);
  const [chosen, setChosen] = useState<PaymentProviderName | null>(null);
  const account = workspace.uuid;
  const wish = { account, planPrice: price.uuid, discount };
  const { quote, ...quoted } = useQuote(wish);
  // A free order is not opened automatically, as it would take effect at once.
  const isOpened = quote !== undefined && quote.total > 0;
  const provider = isOpened ? (chosen ?? config?.payments ?? null) : null;
  const { order, error, reopen } = useOrder({ ...wish, provider });
  const { data: sources, error: sourcesError } = useGet('listPaymentSources', {
    query: { 'account.uuid': account },
  });
  // If the saved sources cannot be loaded, paying with a new one still works.
  const kept = sources?.member ?? (sourcesError === undefined ? null : []);
  const { keep, tell } = usePaymentEvents(price, workspace);
  const { result, confirmed, handleConfirmed, handleAgain } = useOutcome(order, {
    onPaid: tell,
    onFailed: reopen,
  });

  if (result !== null) {
    return <PayOutcome result={result} order={confirmed} plan={plan} onAgain={handleAgain} />;
  }
  const refusal = discount === null ? null : (quoted.refusal ?? refusalOf(error));
  if (refusal !== null) {
    return <Navigate replace to={addressOf(null)} state={{ ...state, code: discount, refusal }} />;
  }
  if (error !== null || quoted.error !== undefined) {
    return <ErrorState error={error ?? quoted.error} onRetry={error === null ? quoted.retry : reopen} />;
  }
  return (
    <div className={classes.step}>
      <OrderSummary
        plan={plan}
        price={price}
        workspace={workspace}
        order={order}
        quote={quote}
        onCode={(code) => navigate(addressOf(code), { replace: true, state: { from: state?.from } })}
      />
      {quote?.total === 0 && <FreeChange {...wish} onConfirmed={handleConfirmed} />}
      {quote?.total !== 0 && (provider === null || config === undefined || kept === null) && (
        <Skeleton height="20rem" />
      )}
      {provider !== null && config !== undefined && kept !== null && (
        <PayForm
          key={account}
          order={order}
          provider={provider}
          plan={plan}
          workspace={workspace}
          discount={discount}
          providers={config.paymentProviders}
          sources={kept}
          isNew={chosen !== null}
          onProvider={setChosen}
          onConfirming={keep}
          onConfirmed={handleConfirmed}
        />
      )}
    </div>
  );
}

/** Address of the same payment with or without a code. */
function usePayAddress({ name }: PlanResource, price: PlanPriceResource, workspace: AccountRef) {
  const path = usePath();
  return (code: string | null) =>
    path(
      pathOf('upgrade_pay', { account: workspace.uuid, plan: name, planPrice: price.uuid, discount: code }),
    );
}

/** Event of a payment: stored before the confirmation, and tracked once. */
function usePaymentEvents(price: PlanPriceResource, workspace: AccountRef) {
  const { keep, tell } = useTrackPayment();
  const paymentOf = (order: Order) => ({ order, planPrice: price, accountId: workspace.uuid });
  return {
    keep: (order: Order) => keep(paymentOf(order)),
    tell: (order: Order) => tell(paymentOf(order)),
  };
}
