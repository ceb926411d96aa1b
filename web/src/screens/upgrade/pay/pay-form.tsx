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

/** Props of a provider's payment form. */
export type MethodProps = {
  order: Order;
  plan: PlanResource;
  accountId: string;
  /** Saves the rest of the page; false if it is invalid. */
  onBefore: () => Promise<boolean>;
  /** Called after the payer's confirmation; the server knows the result. */
  onConfirmed: () => void;
  /** Called when the provider declines. */
  onError: (message: string) => void;
};

const SandboxPay = lazyComponent<MethodProps>(async () => (await import('./sandbox-pay.tsx')).SandboxPay);
const StripePay = lazyComponent<MethodProps>(async () => (await import('./stripe-pay.tsx')).StripePay);
const PayPalPay = lazyComponent<MethodProps>(async () => (await import('./paypal-pay.tsx')).PayPalPay);
const METHODS = { sandbox: SandboxPay, stripe: StripePay, paypal: PayPalPay } as const;

/** Payment form: billing details, method, and the provider's fields with the button to pay. */
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
  /** Null while it is opened, once per provider; the rest of the form stays meanwhile. */
  order: Order | null;
  /** Selected provider, also while the order still belongs to the previous one. */
  provider: PaymentProviderName;
  plan: PlanResource;
  workspace: AccountRef;
  discount: string | null;
  providers: readonly PaymentProviderName[];
  /** Saved sources that can be charged. */
  sources: readonly PaymentSource[];
  /** Whether the user has selected a new method instead. */
  isNew: boolean;
  onProvider: (provider: PaymentProviderName) => void;
  /** Called before the confirmation, which may redirect the payer. */
  onConfirming: (order: Order) => void;
  /** Called with the confirmed order: this one, or the one for a saved source. */
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
      <BillingDetails ref={details} accountId={workspace.uuid} />
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
      <CancelLink />
      {problem !== null && <PaymentError message={problem} onClose={() => setProblem(null)} />}
    </div>
  );
}

function FormSkeleton() {
  return <Skeleton height="12rem" />;
}

/** Default source to charge; null if it has expired. */
function chooseSource(sources: readonly PaymentSource[]): string | null {
  return (
    sources.find((source) => source.isDefault && !isExpired(source, new Date(serverNow())))?.uuid ?? null
  );
}
