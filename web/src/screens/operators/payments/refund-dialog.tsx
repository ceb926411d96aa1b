import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-error-toast.ts';
import { useOperatorTranslations } from '../../../hooks/use-operator-translations.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { OperationDialog } from './operation-dialog.tsx';
import { type OrderItem, refundableOf } from './order-labels.ts';
import { parseAmount, writeAmount } from './parse-amount.ts';

/** Asks for the amount of a refund; the whole order by default. */
export function RefundDialog({
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
  const most = refundableOf(order);
  const isHeld = order.held === 'amount';
  const currency = (isHeld ? order.taken?.currency : order.currency) ?? 'USD';
  const [text, setText] = useState(writeAmount(most));
  const [isWrong, setIsWrong] = useState(false);
  const money = (cents: number) => formatMoney(language, cents, currency);
  const amount = isHeld ? most : parseAmount(text);
  const isAmount = amount !== null && amount > 0 && amount <= most;

  const { isBusy, submit } = useSubmit(async () => {
    if (!isAmount) {
      setIsWrong(true);
      return;
    }
    const body = amount === most ? {} : { amount };
    await client.call('refundOrder', { params: { id: order.uuid }, body });
    toast({ kind: 'success', text: t('refund.done', { amount: money(amount) }) });
    onDone();
    onClose();
  }, showError);

  return (
    <OperationDialog
      title={t('refund.title', { name: order.workspace ?? '' })}
      text={t(isHeld ? 'refund.text.held' : 'refund.text', { amount: money(most) })}
      confirm={{
        label: isAmount ? t('refund.confirm', { amount: money(amount) }) : t('refund.confirm.empty'),
        variant: 'danger',
      }}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isHeld && (
        <TextField
          label={t('refund.amount', { currency })}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={
            isWrong && !isAmount
              ? t('refund.amount.wrong', { least: money(1), most: money(most) })
              : undefined
          }
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </OperationDialog>
  );
}
