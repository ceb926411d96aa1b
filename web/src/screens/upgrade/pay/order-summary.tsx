import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { Order, PlanPriceResource, PlanResource } from '@diorama/shared/contract/billing.ts';
import { formatMoney, formatPrice } from '@diorama/shared/i18n/format.ts';
import { useId, useState } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import classes from './pay.module.css';

/** What an order is made up of: its price, what is taken off it, tax and total; cents are written out. */
export function OrderSummary({
  plan,
  price,
  workspace,
  order,
}: {
  plan: PlanResource;
  price: PlanPriceResource;
  workspace: AccountRef;
  order: Order | null;
}) {
  const { t, language } = usePayWords();
  const titleId = useId();
  const { data: quote } = useGet('quoteOrder', {
    params: { account: workspace.uuid, planPrice: price.uuid },
  });
  const money = (cents: number) => formatMoney(language, cents, price.currency);
  // An open order keeps what it came to when it was opened; how that came about is the quote's to say.
  const total = order?.totalAmount ?? quote?.total ?? null;
  const off =
    order === null ? (quote?.discount ?? 0) : order.amount - order.totalAmount - (quote?.credit ?? 0);
  const lines: [string, number][] = [
    [t(`summary.plan.${price.months}`, { plan: plan.displayName }), price.price],
    ...(off > 0 ? [[t('summary.discount'), -off] as [string, number]] : []),
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
      <DiscountCode price={price} />
      <p className={classes.plain}>
        {t(`summary.renews.${price.months}`, { price: formatPrice(language, price.price, price.currency) })}
      </p>
    </section>
  );
}

/** Asks whether a code is good for a price; one that is has been taken off already. */
function DiscountCode({ price }: { price: PlanPriceResource }) {
  const { t } = usePayWords();
  const { client } = useApi();
  const [code, setCode] = useState('');
  const [state, setState] = useState<'unknown' | 'applied' | null>(null);
  const { isBusy, submit } = useSubmit(
    async () => {
      const found = await client.call('getDiscount', { params: { id: code.trim().toLowerCase() } });
      setState(found.planPrices.includes(price['@id']) ? 'applied' : 'unknown');
    },
    () => setState('unknown'),
  );
  return (
    <Form
      className={classes.code}
      onSubmit={() => {
        if (code.trim() !== '') {
          submit();
        }
      }}
    >
      <TextField
        label={t('code.label')}
        value={code}
        autoComplete="off"
        maxLength={60}
        error={state === 'unknown' ? t('code.unknown') : undefined}
        hint={state === 'applied' ? t('code.applied') : undefined}
        onChange={(event) => {
          setCode(event.target.value);
          setState(null);
        }}
      />
      <Button type="submit" isLoading={isBusy}>
        {t('code.apply')}
      </Button>
    </Form>
  );
}
