import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { BillingInfo, Order, PaymentSource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { expiresWithin } from '@diorama/shared/domain/card-expiry.ts';
import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { type Ref, type RefObject, Suspense, useImperativeHandle, useRef, useState } from 'react';
import { isNoticed } from '../../../api/client.ts';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { serverNow } from '../../../api/server-time.ts';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Form } from '../../../components/field/form.tsx';
import foldClasses from '../../../components/fold.module.css';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { CancelLink } from '../cancel-link.tsx';
import { BillingFields, toBillingBody, useBillingFields } from './billing-fields.tsx';
import { REFUSED, refusalOf } from './discount-refusal.ts';
import classes from './pay.module.css';
import { PaymentError } from './payment-error.tsx';
import type { PaymentProviderName } from './provider-name.ts';

/** Handle by which the page saves the details. */
type DetailsHandle = {
  /**
   * Saves the details; resolves to false if a field is invalid, which shows its error.
   * @throws the server's error when saving fails
   */
  save: () => Promise<boolean>;
};

/** Payment method of an order: a saved source, or a new one from a provider. */
type Method = { kind: 'saved'; id: string } | { kind: 'new'; provider: PaymentProviderName };

/** The API's code of a card. */
const CARD = 0;

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

const SandboxPay = lazyComponent(async () => (await import('./sandbox-pay.tsx')).SandboxPay);
const StripePay = lazyComponent(async () => (await import('./stripe-pay.tsx')).StripePay);
const PayPalPay = lazyComponent(async () => (await import('./paypal-pay.tsx')).PayPalPay);
const METHODS = { sandbox: SandboxPay, stripe: StripePay, paypal: PayPalPay } as const;

type PayFormProps = {
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
};

/** Payment form: billing details, method, and the provider's fields with the button to pay. */
export function PayForm(props: PayFormProps) {
  const { provider, workspace, providers, sources, isNew, onProvider } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const details = useRef<DetailsHandle>(null);
  const [saved, setSaved] = useState(() => (isNew ? null : chooseSource(sources)));
  const keepDetails = useKeepDetails(details, setProblem);
  const handleMethod = (method: Method) => {
    setSaved(method.kind === 'saved' ? method.id : null);
    if (method.kind === 'new') {
      onProvider(method.provider);
    }
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <BillingDetails ref={details} accountId={workspace.uuid} />
      <MethodChoice
        sources={sources}
        providers={providers}
        method={saved === null ? { kind: 'new', provider } : { kind: 'saved', id: saved }}
        onChange={handleMethod}
      />
      <ProviderFields {...props} saved={saved} keepDetails={keepDetails} onError={setProblem} />
      <CancelLink />
      {problem !== null && <PaymentError message={problem} onClose={() => setProblem(null)} />}
    </div>
  );
}

/** Saves the billing details; the returned function resolves to false if they are invalid. */
function useKeepDetails(
  details: RefObject<DetailsHandle | null>,
  onError: (message: string) => void,
): () => Promise<boolean> {
  const errorText = useErrorText();
  return async () => {
    try {
      return (await details.current?.save()) ?? true;
    } catch (error) {
      if (!isNoticed(error)) {
        onError(errorText(error));
      }
      return false;
    }
  };
}

type ProviderFieldsProps = PayFormProps & {
  /** Saved source to charge; null for a new one. */
  saved: string | null;
  keepDetails: () => Promise<boolean>;
  onError: (message: string) => void;
};

/** Fields of the selected provider, once its order is open. */
function ProviderFields(props: ProviderFieldsProps) {
  const { order, provider, plan, workspace, discount, saved } = props;
  const { keepDetails, onConfirming, onConfirmed, onError } = props;
  if (order?.provider !== provider) {
    return <FormSkeleton />;
  }
  const onBefore = async () => {
    const isGood = await keepDetails();
    if (isGood) {
      onConfirming(order);
    }
    return isGood;
  };
  const handlers = { onBefore, onError };
  if (saved !== null) {
    return (
      <SavedPay order={order} discount={discount} sourceId={saved} onConfirmed={onConfirmed} {...handlers} />
    );
  }
  const Form = METHODS[provider];
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Form
        order={order}
        plan={plan}
        accountId={workspace.uuid}
        onConfirmed={() => onConfirmed(order)}
        {...handlers}
      />
    </Suspense>
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

/** Pays with a saved card or wallet: a separate order, which is charged at once. */
function SavedPay({
  order,
  discount,
  sourceId,
  onBefore,
  onConfirmed,
  onError,
}: {
  order: Order;
  discount: string | null;
  sourceId: string;
  onBefore: () => Promise<boolean>;
  onConfirmed: (charged: Order) => void;
  onError: (message: string) => void;
}) {
  const { t, language } = useTranslations('pay');
  const { client } = useApi();
  const errorText = useErrorText();
  const idOf = (iri: string) => iri.split('/').at(-1) ?? '';
  const { isBusy, submit } = useSubmit(
    async () => {
      if (!(await onBefore())) {
        return;
      }
      const account = idOf(order.account);
      const planPrice = idOf(order.planPrice);
      onConfirmed(
        await client.call('createOrder', { body: { account, planPrice, discount, paymentSource: sourceId } }),
      );
    },
    (error) => {
      const refusal = refusalOf(error);
      onError(refusal === null ? errorText(error) : t(REFUSED[refusal]));
    },
  );
  return (
    <Form className={classes.card} onSubmit={submit}>
      <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
        {t('pay', { price: formatMoney(language, order.totalAmount, order.currency) })}
      </NetworkButton>
    </Form>
  );
}

/** Whether a card has expired. */
function isExpired({ info: { expMonth, expYear } }: PaymentSource, now: Date): boolean {
  return (
    typeof expMonth === 'number' &&
    typeof expYear === 'number' &&
    expiresWithin({ expMonth, expYear }, now, 0)
  );
}

/** Radio group of the payment methods; hidden if there is only one. Expired cards are disabled. */
function MethodChoice({
  sources,
  providers,
  method,
  onChange,
}: {
  sources: readonly PaymentSource[];
  providers: readonly PaymentProviderName[];
  method: Method;
  onChange: (method: Method) => void;
}) {
  const { t } = useTranslations('pay');
  if (sources.length + providers.length < 2) {
    return null;
  }
  const nameOf = (source: PaymentSource) => {
    const name =
      source.type === CARD
        ? t('method.saved.card', { last4: String(source.info.last4 ?? '–') })
        : t('method.saved.wallet', { name: String(source.info.name ?? '–') });
    return isExpired(source, new Date(serverNow())) ? `${name} · ${t('sources.expired')}` : name;
  };
  return (
    <fieldset className={classes.methods}>
      <legend className="p-0 text-14 font-semibold">{t('method')}</legend>
      {sources.map((source) => (
        <label key={source.uuid} className={classes.method}>
          <input
            type="radio"
            name="method"
            disabled={isExpired(source, new Date(serverNow()))}
            checked={method.kind === 'saved' && method.id === source.uuid}
            onChange={() => onChange({ kind: 'saved', id: source.uuid })}
          />
          {nameOf(source)}
        </label>
      ))}
      {providers.map((provider) => (
        <label key={provider} className={classes.method}>
          <input
            type="radio"
            name="method"
            checked={method.kind === 'new' && method.provider === provider}
            onChange={() => onChange({ kind: 'new', provider })}
          />
          {sources.length > 0 && provider !== 'paypal' ? t('method.another') : t(`method.${provider}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Billing details of the invoice, collapsed because all of them are optional. */
function BillingDetails({ ref, accountId }: { ref: Ref<DetailsHandle>; accountId: string }) {
  const { t } = useTranslations('pay');
  const box = useRef<HTMLDetailsElement>(null);
  const { data, reload } = useGet('listBillingInfos', { query: { 'account.uuid': accountId } });
  return (
    <details ref={box} className={classNames(foldClasses.fold, classes.details)}>
      <summary>{t('details.title')}</summary>
      {data !== undefined && (
        <Details
          ref={ref}
          accountId={accountId}
          info={data.member[0] ?? null}
          onWrong={() => box.current?.setAttribute('open', '')}
          // Other pages show the saved details at once.
          onSaved={reload}
        />
      )}
    </details>
  );
}

function Details({
  ref,
  accountId,
  info,
  onWrong,
  onSaved,
}: {
  ref: Ref<DetailsHandle>;
  accountId: string;
  info: BillingInfo | null;
  /** Called on invalid input, to expand the section. */
  onWrong: () => void;
  onSaved: () => void;
}) {
  const { client } = useApi();
  const fields = useBillingFields(info);
  const [saved, setSaved] = useState(() => JSON.stringify(fields.values));
  useImperativeHandle(ref, () => ({
    save: async () => {
      if (JSON.stringify(fields.values) === saved) {
        return true;
      }
      if (!fields.validate()) {
        onWrong();
        return false;
      }
      await client.call('createBillingInfo', {
        body: { account: accountId, ...toBillingBody(fields.values) },
      });
      setSaved(JSON.stringify(fields.values));
      onSaved();
      return true;
    },
  }));
  return <BillingFields fields={fields} />;
}
