import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PlanResource } from '@diorama/shared/contract/billing.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { CancelLink } from '../cancel-link.tsx';
import { BillingDetails, type DetailsHandle } from './billing-details.tsx';
import classes from './pay.module.css';
import { PaymentError } from './payment-error.tsx';
import type { PaymentProviderName } from './provider-name.ts';
import { SandboxPay } from './sandbox-pay.tsx';

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

const StripePay = lazyComponent<MethodProps>(async () => (await import('./stripe-pay.tsx')).StripePay);
const PayPalPay = lazyComponent<MethodProps>(async () => (await import('./paypal-pay.tsx')).PayPalPay);
const METHODS = { sandbox: SandboxPay, stripe: StripePay, paypal: PayPalPay } as const;

/** How an order is paid: by whom, with what, and made out to whom. */
export function PayForm({
  order,
  plan,
  workspace,
  providers,
  onProvider,
  onConfirmed,
}: {
  order: Order;
  plan: PlanResource;
  workspace: AccountRef;
  providers: readonly PaymentProviderName[];
  onProvider: (provider: PaymentProviderName) => void;
  onConfirmed: () => void;
}) {
  const { t } = usePayWords();
  const [problem, setProblem] = useState<string | null>(null);
  const details = useRef<DetailsHandle>(null);
  const provider = providers.find((name) => name === order.provider) ?? providers[0];
  const Method = provider === undefined ? null : METHODS[provider];
  const isFree = order.totalAmount === 0;
  return (
    <div className={classes.form}>
      {!isFree && providers.length > 1 && (
        <fieldset className={classes.methods}>
          <legend className={classes.heading}>{t('method')}</legend>
          {providers.map((name) => (
            <label key={name} className={classes.method}>
              <input
                type="radio"
                name="method"
                checked={name === provider}
                onChange={() => onProvider(name)}
              />
              {t(`method.${name}`)}
            </label>
          ))}
        </fieldset>
      )}
      {isFree && (
        <Button variant="primary" size="large" isWide onClick={onConfirmed}>
          {t('pay.free')}
        </Button>
      )}
      {!isFree && Method !== null && (
        <Method
          order={order}
          plan={plan}
          accountId={workspace.uuid}
          onBefore={async () => (await details.current?.save()) ?? true}
          onConfirmed={onConfirmed}
          onError={setProblem}
        />
      )}
      {!isFree && <BillingDetails ref={details} accountId={workspace.uuid} />}
      <CancelLink />
      {problem !== null && <PaymentError message={problem} onClose={() => setProblem(null)} />}
    </div>
  );
}
