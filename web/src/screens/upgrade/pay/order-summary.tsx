import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatMoney, formatPrice } from '@diorama/shared/i18n/format.ts';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import primitives from '../../../components/primitives.module.css';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { REFUSED, refusalOf, refusedOf } from './discount-refusal.ts';
import classes from './pay.module.css';
import type { OrderQuote } from './use-quote.ts';

/** Price, discounts, tax and total of an order, with cents. */
export function OrderSummary({
  plan,
  price,
  workspace,
  order,
  quote,
  onCode,
}: {
  plan: PlanResource;
  price: PlanPriceResource;
  workspace: AccountRef;
  order: Order | null;
  quote: OrderQuote | undefined;
  /** Called to apply a code, or to remove it. */
  onCode: (code: string | null) => void;
}) {
  const { t, language } = useTranslations('pay');
  const titleId = useId();
  const code = quote?.code ?? null;
  const money = (cents: number) => formatMoney(language, cents, price.currency);
  // An open order keeps its original total; the quote contains the breakdown.
  const total = order?.totalAmount ?? quote?.total ?? null;
  const off =
    order === null ? (quote?.discount ?? 0) : order.amount - order.totalAmount - (quote?.credit ?? 0);
  const lines: [string, number][] = [
    [t(`summary.plan.${price.months}`, { plan: plan.displayName }), price.price],
    ...(off > 0
      ? [[code === null ? t('summary.discount') : t('summary.code', { code }), -off] as [string, number]]
      : []),
    ...(quote && quote.credit > 0 ? [[t('summary.credit'), -quote.credit] as [string, number]] : []),
    [t('summary.tax'), 0],
  ];
  return (
    <section className="flex min-w-0 flex-col gap-4" aria-labelledby={titleId}>
      <div>
        <h1 className="text-28 font-semibold tracking-[-0.02em]">{t('title', { plan: plan.displayName })}</h1>
        <p className={primitives.muted}>{workspace.name}</p>
      </div>
      <h2 id={titleId} className="p-0 text-14 font-semibold">
        {t('summary')}
      </h2>
      <dl className={classes.lines}>
        {lines.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(cents)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>{t('summary.total')}</dt>
          <dd>{total === null ? '…' : money(total)}</dd>
        </div>
      </dl>
      {code === null ? (
        <DiscountCode account={workspace.uuid} planPrice={price.uuid} onApply={onCode} />
      ) : (
        <AppliedCode code={code} percent={quote?.discountPercentage ?? 0} onRemove={() => onCode(null)} />
      )}
      <p className={primitives.muted}>
        {t(`summary.renews.${price.months}`, { price: formatPrice(language, price.price, price.currency) })}
      </p>
    </section>
  );
}

/** Field for a discount code, which the server validates for this price. */
function DiscountCode({
  account,
  planPrice,
  onApply,
}: {
  account: string;
  planPrice: string;
  onApply: (code: string) => void;
}) {
  const { t } = useTranslations('pay');
  const { client } = useApi();
  const errorText = useErrorText();
  const refused = refusedOf(useLocation().state);
  const [code, setCode] = useState(refused?.code ?? '');
  const [problem, setProblem] = useState(refused === null ? null : t(REFUSED[refused.refusal]));
  const [isIn, setIsIn] = useState(false);
  const { isBusy, submit } = useSubmit(
    async () => {
      const discount = code.trim();
      const quote = await client.call('quoteOrder', { params: { account, planPrice }, query: { discount } });
      // The promotion applies automatically, with or without its code.
      if (quote.code === null) {
        setIsIn(true);
      } else {
        onApply(quote.code);
      }
    },
    (error) => {
      const refusal = refusalOf(error);
      setProblem(refusal === null ? errorText(error) : t(REFUSED[refusal]));
    },
  );
  const handleSubmit = () => {
    if (code.trim() !== '') {
      submit();
    }
  };
  return (
    <Form className={classes.code} onSubmit={handleSubmit}>
      <TextField
        label={t('code.label')}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        error={problem ?? undefined}
        hint={isIn ? t('code.applied') : undefined}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(null);
          setIsIn(false);
        }}
      />
      <NetworkButton type="submit" isLoading={isBusy}>
        {t('code.apply')}
      </NetworkButton>
    </Form>
  );
}

/** An applied code, with a button to remove it. */
function AppliedCode({ code, percent, onRemove }: { code: string; percent: number; onRemove: () => void }) {
  const { t } = useTranslations('pay');
  return (
    <div className="flex items-center justify-between p-3 border border-(--hairline-strong) rounded-card gap-3">
      <div>
        <p className="text-14 font-medium wrap-anywhere" role="status">
          {t('code.applied.name', { code, percent })}
        </p>
        <p className={primitives.muted}>{t('code.once')}</p>
      </div>
      <Button size="small" aria-label={t('code.remove.of', { code })} onClick={onRemove}>
        {t('code.remove')}
      </Button>
    </div>
  );
}
