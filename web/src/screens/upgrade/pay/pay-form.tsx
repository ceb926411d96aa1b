import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PaymentSource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { Suspense, useRef, useState } from 'react';
import { isNoticed } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-time.ts';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { CancelLink } from '../cancel-link.tsx';
import { BillingDetails, type DetailsHandle } from './billing-details.tsx';
import { isExpired, type Method, MethodChoice } from './method-choice.tsx';
import classes from './pay.module.css';
import { PaymentError } from './payment-error.tsx';
import type { PaymentProviderName } from './provider-name.ts';
import { SavedPay } from './saved-pay.tsx';

/** How a provider's form takes part in a page about paying. */
export type MethodProps = {
  order: Order;
  plan: PlanResource;
  accountId: string;
  /** Saves what else is on the page; false when something of it is wrong. */
  onBefore: () => Promise<boolean>;
  /** The payer has confirmed; what became of it the server knows. */
  onConfirmed: () => void;
  /** The provider said no. */
  onError: (message: string) => void;
};

const SandboxPay = lazyComponent<MethodProps>(async () => (await import('./sandbox-pay.tsx')).SandboxPay);
const StripePay = lazyComponent<MethodProps>(async () => (await import('./stripe-pay.tsx')).StripePay);
const PayPalPay = lazyComponent<MethodProps>(async () => (await import('./paypal-pay.tsx')).PayPalPay);
const METHODS = { sandbox: SandboxPay, stripe: StripePay, paypal: PayPalPay } as const;

/** How an order is paid: with what, by whom, and made out to whom. */
export function PayForm({
  order,
  provider,
  plan,
  workspace,
  discount,
  providers,
  sources,
  isNew,
  onProvider,
  onConfirming,
  onConfirmed,
}: {
  /** Null while it is being opened, as it is anew for each provider; the rest of the form stays meanwhile. */
  order: Order | null;
  /** Who is to take the money, chosen already while the order is still another's. */
  provider: PaymentProviderName;
  plan: PlanResource;
  workspace: AccountRef;
  discount: string | null;
  providers: readonly PaymentProviderName[];
  /** What the workspace keeps and may be charged with. */
  sources: readonly PaymentSource[];
  /** Whether somebody has chosen to pay with something else than that. */
  isNew: boolean;
  onProvider: (provider: PaymentProviderName) => void;
  /** The payer is about to confirm the order, for which they may have to leave the page. */
  onConfirming: (order: Order) => void;
  /** The order that its payer has confirmed: this one, or the one that a kept source is charged for. */
  onConfirmed: (confirmed: Order) => void;
}) {
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const details = useRef<DetailsHandle>(null);
  const [saved, setSaved] = useState(() => (isNew ? null : chooseSource(sources)));
  const Form = METHODS[provider];
  const handleMethod = (method: Method) => {
    setSaved(method.kind === 'saved' ? method.id : null);
    if (method.kind === 'new') {
      onProvider(method.provider);
    }
  };
  const keepDetails = async () => {
    try {
      return (await details.current?.save()) ?? true;
    } catch (error) {
      if (!isNoticed(error)) {
        setProblem(errorText(error));
      }
      return false;
    }
  };
  const handleBefore = async () => {
    const isGood = await keepDetails();
    if (isGood && order !== null) {
      onConfirming(order);
    }
    return isGood;
  };
  const handlers = { onBefore: handleBefore, onError: setProblem };
  return (
    <div className={classes.form}>
      <MethodChoice
        sources={sources}
        providers={providers}
        method={saved === null ? { kind: 'new', provider } : { kind: 'saved', id: saved }}
        onChange={handleMethod}
      />
      {order?.provider !== provider && <FormSkeleton />}
      {order?.provider === provider && saved !== null && (
        <SavedPay
          order={order}
          discount={discount}
          sourceId={saved}
          onConfirmed={onConfirmed}
          {...handlers}
        />
      )}
      {order?.provider === provider && saved === null && (
        <Suspense fallback={<FormSkeleton />}>
          <Form
            order={order}
            plan={plan}
            accountId={workspace.uuid}
            onConfirmed={() => onConfirmed(order)}
            {...handlers}
          />
        </Suspense>
      )}
      <BillingDetails ref={details} accountId={workspace.uuid} />
      <CancelLink />
      {problem !== null && <PaymentError message={problem} onClose={() => setProblem(null)} />}
    </div>
  );
}

function FormSkeleton() {
  return <Skeleton height="12rem" />;
}

/** The source that is charged unless somebody says otherwise; null where it is over. */
function chooseSource(sources: readonly PaymentSource[]): string | null {
  return (
    sources.find((source) => source.isDefault && !isExpired(source, new Date(serverNow())))?.uuid ?? null
  );
}
