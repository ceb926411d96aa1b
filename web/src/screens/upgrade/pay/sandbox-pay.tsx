import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { toCard } from './card-fields.ts';
import { CardForm, useCardFields, useSandboxErrorText } from './card-form.tsx';
import classes from './pay.module.css';
import type { MethodProps } from './pay-form.tsx';

type Challenge = 'approve' | 'deny';

/** Pays with a test card, which may require a confirmation by the payer. */
export function SandboxPay({ order, onBefore, onConfirmed, onError }: MethodProps) {
  const { t, language } = useTranslations('pay');
  const { client } = useApi();
  const fields = useCardFields();
  const errorText = useErrorText();
  const sandboxText = useSandboxErrorText();
  const [isChallenged, setIsChallenged] = useState(false);
  const price = formatMoney(language, order.totalAmount, order.currency);

  const { isBusy, submit } = useSubmit(
    async (challenge?: Challenge) => {
      const body = { ...toCard(fields.values), ...(challenge === undefined ? {} : { challenge }) };
      const { status, error } = await client.call('confirmSandboxPayment', {
        params: { token: order.token ?? '' },
        body,
      });
      setIsChallenged(status === 'requires_action');
      if (status === 'succeeded') {
        onConfirmed();
      } else if (error?.code === 'invalid_number') {
        fields.setError('number', t('card.number.wrong'));
      } else if (error !== undefined) {
        onError(sandboxText(error));
      }
    },
    (error) => {
      setIsChallenged(false);
      onError(errorText(error));
    },
  );
  const handlePay = async () => {
    const [isCardGood, isRestGood] = [fields.validate(), await onBefore()];
    if (isCardGood && isRestGood) {
      submit();
    }
  };

  return (
    <Form className={classes.card} onSubmit={handlePay}>
      <CardForm fields={fields} />
      <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy || isChallenged}>
        {t('pay', { price })}
      </NetworkButton>
      {isChallenged && (
        <Modal
          size="small"
          title={t('challenge.title')}
          text={t('challenge.text', { price })}
          onClose={() => submit('deny')}
          footer={
            <>
              <NetworkButton onClick={() => submit('deny')}>{t('challenge.deny')}</NetworkButton>
              <NetworkButton variant="primary" onClick={() => submit('approve')}>
                {t('challenge.approve')}
              </NetworkButton>
            </>
          }
        />
      )}
    </Form>
  );
}
