import { useState } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { REFUSED, refusalOf, refusedOf } from './discount-refusal.ts';
import classes from './pay.module.css';

/** Field for a discount code, which the server validates for this price. */
export function DiscountCode({
  account,
  planPrice,
  onApply,
}: {
  account: string;
  planPrice: string;
  onApply: (code: string) => void;
}) {
  const { t } = usePaymentTranslations();
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
export function AppliedCode({
  code,
  percent,
  onRemove,
}: {
  code: string;
  percent: number;
  onRemove: () => void;
}) {
  const { t } = usePaymentTranslations();
  return (
    <div className={classes.applied}>
      <div>
        <p className={classes.appliedName} role="status">
          {t('code.applied.name', { code, percent })}
        </p>
        <p className={classes.plain}>{t('code.once')}</p>
      </div>
      <Button size="small" aria-label={t('code.remove.of', { code })} onClick={onRemove}>
        {t('code.remove')}
      </Button>
    </div>
  );
}
