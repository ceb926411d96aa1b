import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatMoney, formatPrice } from '@diorama/shared/i18n/format.ts';
import { useId } from 'react';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { AppliedCode, DiscountCode } from './discount-code.tsx';
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
  const { t, language } = usePaymentTranslations();
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
    <section className={classes.summary} aria-labelledby={titleId}>
      <div>
        <h1 className={classes.title}>{t('title', { plan: plan.displayName })}</h1>
        <p className={classes.plain}>{workspace.name}</p>
      </div>
      <h2 id={titleId} className={classes.heading}>
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
      <p className={classes.plain}>
        {t(`summary.renews.${price.months}`, { price: formatPrice(language, price.price, price.currency) })}
      </p>
    </section>
  );
}
