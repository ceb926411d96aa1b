import { formatMoney, formatPrice } from '@diorama/shared/i18n/format.ts';
import { PLAN_PRICES, type PlanPrice } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-error-toast.ts';
import { useOperatorTranslations } from '../../../hooks/use-operator-translations.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { OperationDialog } from './operation-dialog.tsx';
import { type OrderItem, planNameOf } from './order-labels.ts';
import { usePriceLabel } from './use-price-label.ts';

/** Accepts an order held for an operator; if its price no longer exists, asks for another one. */
export function AcceptDialog({
  order,
  onDone,
  onClose,
}: {
  order: OrderItem;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useOperatorTranslations();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const priceLabel = usePriceLabel();
  const [price, setPrice] = useState(() => priceLike(order));
  const { uuid, workspace: name = '', totalAmount = 0, currency = 'USD', held, taken } = order;
  const isAboutPrice = held === 'price';
  const money = formatMoney(language, taken?.amount ?? totalAmount, taken?.currency ?? currency);

  const { isBusy, submit } = useSubmit(async () => {
    await client.call('acceptOrder', {
      params: { id: uuid },
      body: isAboutPrice ? { planPrice: price } : {},
    });
    toast({ kind: 'success', text: t('accept.done', { name }) });
    onDone();
    onClose();
  }, showError);
  const nameOf = (one: PlanPrice) => `${priceLabel(one)} · ${formatPrice(language, one.price, currency)}`;

  return (
    <OperationDialog
      title={t(isAboutPrice ? 'accept.price.title' : 'accept.amount.title', { taken: money })}
      text={
        isAboutPrice ? t('accept.price.text') : t('accept.amount.text', { plan: planNameOf(order) ?? '' })
      }
      confirm={{ label: t('accept.confirm'), variant: 'primary' }}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {isAboutPrice && (
        <Select
          label={t('accept.price.label')}
          value={price}
          options={PLAN_PRICES.map((one) => ({ value: one.uuid, label: nameOf(one) }))}
          onChange={setPrice}
        />
      )}
    </OperationDialog>
  );
}

/** Price with the paid amount, which is probably the intended one. */
function priceLike({ taken, totalAmount }: OrderItem): string {
  const paid = taken?.amount ?? totalAmount;
  return (PLAN_PRICES.find((one) => one.price === paid) ?? PLAN_PRICES[0])?.uuid ?? '';
}
