import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { ButtonLink } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Pending } from '../../../components/feedback/pending.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { pathOf } from '../../../guards/path-of.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTitle } from '../../../hooks/use-title.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { AuthCard } from '../../auth-card.tsx';
import { CancelLink } from '../cancel-link.tsx';
import { isPaidTimeOver } from '../paid-time.ts';
import { awaitPayment, type PaymentResult } from './await-payment.ts';
import { REFUSED, refusalOf } from './discount-refusal.ts';
import { OrderSummary } from './order-summary.tsx';
import classes from './pay.module.css';
import { PayForm } from './pay-form.tsx';
import { PayOutcome } from './pay-outcome.tsx';
import { PaymentError } from './payment-error.tsx';
import type { PaymentProviderName } from './provider-name.ts';
import { useQuote } from './use-quote.ts';
import { useTrackPayment } from './use-track-payment.ts';

/** Statuses that need no confirmation; an order is paid from the start if the remaining credit covers it. */
const CONFIRMED: ReadonlySet<number> = new Set([
  ORDER_STATUS.waitingApproval,
  ORDER_STATUS.processing,
  ORDER_STATUS.paid,
]);

/** An order that is opened with the page, and again for another provider. */
type OpenedOrder = {
  order: Order | null;
  error: unknown;
  /** Opens the order again, as after an error or its expiry. */
  reopen: () => void;
};

type Props = { plan: PlanResource; price: PlanPriceResource; workspace: AccountRef; discount: string | null };

/** Last step to a plan: total, payment and result. */
export function PayStep(props: Props) {
  const { t } = useTranslations('pay');
  const { plan, price, workspace } = props;
  useTitle(t('title', { plan: plan.displayName }));
  // The workspace's state when the page opens decides, as the payment changes it.
  const request = useGet('getAccount', { params: { id: workspace.uuid } });
  const { data: account } = request;
  const [opened, setOpened] = useState<string | null>(null);
  if (account === undefined) {
    return <Pending of={request} placeholder={<Skeleton width="min(100%, 31.25rem)" height="20rem" />} />;
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
  const purchase = { account, planPrice: price.uuid, discount };
  const { quote, ...quoted } = useQuote(purchase);
  // A free order is not opened automatically, as it would take effect at once.
  const isOpened = quote !== undefined && quote.total > 0;
  const provider = isOpened ? (chosen ?? config?.payments ?? null) : null;
  const { order, error, reopen } = useOrder({ ...purchase, provider });
  const { data: sources, error: sourcesError } = useGet('listPaymentSources', {
    query: { 'account.uuid': account },
  });
  // If the saved sources cannot be loaded, paying with a new one still works.
  const kept = sources?.member ?? (sourcesError === undefined ? null : []);
  const { keep, trackPaid } = usePaymentEvents(price, workspace);
  const { result, confirmed, handleConfirmed, handleAgain } = useOutcome(order, {
    onPaid: trackPaid,
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
      {quote?.total === 0 && <FreeChange {...purchase} onConfirmed={handleConfirmed} />}
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
  const { keep, trackPaid } = useTrackPayment();
  const paymentOf = (order: Order) => ({ order, planPrice: price, accountId: workspace.uuid });
  return {
    keep: (order: Order) => keep(paymentOf(order)),
    trackPaid: (order: Order) => trackPaid(paymentOf(order)),
  };
}

/** Shown if the workspace already has the plan, as when the payment page is opened again. */
function CurrentPlan({ account, plan }: { account: Account; plan: PlanResource }) {
  const { t } = useTranslations('pay');
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

/** Orders a change without a charge, which is effective at once and therefore needs a press. */
function FreeChange({
  account,
  planPrice,
  discount,
  onConfirmed,
}: {
  account: string;
  planPrice: string;
  discount: string | null;
  onConfirmed: (order: Order) => void;
}) {
  const { t } = useTranslations('pay');
  const { client } = useApi();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, submit } = useSubmit(
    async () => onConfirmed(await client.call('createOrder', { body: { account, planPrice, discount } })),
    (error) => {
      const refusal = refusalOf(error);
      setProblem(refusal === null ? errorText(error) : t(REFUSED[refusal]));
    },
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <NetworkButton variant="primary" size="large" isWide isLoading={isBusy} onClick={() => submit()}>
        {t('pay.free')}
      </NetworkButton>
      <CancelLink />
      {problem !== null && <PaymentError message={problem} onClose={() => setProblem(null)} />}
    </div>
  );
}

/**
 * Opens the order of a page. The server returns an already open one, so that a reload, a second tab and going
 * back use the same. Requests run one after another: an order for one provider replaces that of the other, so the last
 * request must match the page.
 * @param provider - null opens nothing yet
 */
function useOrder(options: {
  account: string;
  planPrice: string;
  discount: string | null;
  provider: PaymentProviderName | null;
}): OpenedOrder {
  const { client } = useApi();
  const { account, planPrice, discount, provider } = options;
  const [order, setOrder] = useState<Order | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const asked = useRef<Promise<unknown>>(Promise.resolve());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another question
  useEffect(() => {
    if (provider === null) {
      return;
    }
    let isWanted = true;
    setOrder(null);
    setError(null);
    const open = async () => {
      await asked.current.catch(() => undefined);
      return isWanted
        ? client.call('createOrder', { body: { account, planPrice, discount, provider } })
        : null;
    };
    const opening = open();
    asked.current = opening;
    opening.then(
      (opened) => {
        if (isWanted) {
          setOrder(opened);
        }
      },
      (failure: unknown) => {
        if (isWanted) {
          setError(failure);
        }
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, account, planPrice, discount, provider, round]);

  return { order, error, reopen: useCallback(() => setRound((before) => before + 1), []) };
}

/**
 * Polls the result of a confirmed order, and checks it again before another one is opened, as it may have succeeded
 * meanwhile.
 * @param opened - order of the page, which may already be held for an operator
 */
function useOutcome(
  opened: Order | null,
  {
    onPaid,
    onFailed,
  }: {
    /** Called for a paid order, also while its plan is not active yet. */
    onPaid: (order: Order) => void;
    onFailed: () => void;
  },
) {
  const { client } = useApi();
  const [confirmed, setConfirmed] = useState<Order | null>(null);
  const [result, setResult] = useState<PaymentResult | 'waiting' | null>(null);

  const readEnd = async (order: Order): Promise<PaymentResult> => {
    setConfirmed(order);
    setResult('waiting');
    const end = await awaitPayment(client, order.uuid).catch((): PaymentResult => 'open');
    setResult(end);
    if (end === 'active' || end === 'inactive') {
      onPaid(order);
    }
    return end;
  };
  const handleAgain = async () => {
    const end = confirmed === null ? 'failed' : await readEnd(confirmed);
    if (end === 'failed') {
      setResult(null);
      onFailed();
    }
  };
  const handleWaiting = useEffectEvent((order: Order) => {
    readEnd(order);
  });
  useEffect(() => {
    if (opened !== null && CONFIRMED.has(opened.status)) {
      handleWaiting(opened);
    }
  }, [opened]);

  return { result, confirmed, handleConfirmed: readEnd, handleAgain };
}
