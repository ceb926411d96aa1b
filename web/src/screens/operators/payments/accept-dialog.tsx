import { formatMoney, formatPrice } from '@diorama/shared/i18n/format.ts';
import { PLAN_PRICES, PLANS, type PlanPrice } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { useT } from '../../../hooks/use-language.tsx';
import { useOperatorWords } from '../../../hooks/use-operator-words.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { type OrderItem, planNameOf } from './order-words.ts';
import classes from './payments.module.css';

/** Lets an order count that waits for an operator; of one whose price is gone it asks for what. */
export function AcceptDialog({
  order,
  onDone,
  onClose,
}: {
  order: OrderItem;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useOperatorWords();
  const say = useT();
  const { client } = useApi();
  const toast = useToast();
  const errorText = useErrorText();
  const [price, setPrice] = useState(PLAN_PRICES[0]?.uuid ?? '');
  const { uuid, workspace: name = '', totalAmount = 0, currency = 'USD', held, taken } = order;
  const isAboutPrice = held === 'price';
  const money = formatMoney(language, taken?.amount ?? totalAmount, taken?.currency ?? currency);

  const { isBusy, submit } = useSubmit(
    async () => {
      await client.call('acceptOrder', {
        params: { id: uuid },
        body: isAboutPrice ? { planPrice: price } : {},
      });
      toast({ kind: 'success', text: t('accept.done', { name }) });
      onDone();
      onClose();
    },
    (error) => toast({ kind: 'error', text: errorText(error) }),
  );
  const nameOf = ({ plan, months, price: cents }: PlanPrice) => {
    const words = t(months === 1 ? 'orders.plan.1' : 'orders.plan.12', { plan: PLANS[plan].displayName });
    return `${words} · ${formatPrice(language, cents, currency)}`;
  };

  return (
    <Modal
      size="small"
      title={t(isAboutPrice ? 'accept.price.title' : 'accept.amount.title', { taken: money })}
      text={
        isAboutPrice ? t('accept.price.text') : t('accept.amount.text', { plan: planNameOf(order) ?? '' })
      }
      onClose={onClose}
    >
      <Form onSubmit={submit} className={classes.form}>
        {isAboutPrice && (
          <Select
            label={t('accept.price.label')}
            value={price}
            options={PLAN_PRICES.map((one) => ({ value: one.uuid, label: nameOf(one) }))}
            onChange={setPrice}
          />
        )}
        <div className={classes.formActions}>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button type="submit" variant="primary" isLoading={isBusy}>
            {t('accept.confirm')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
