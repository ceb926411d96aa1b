import type { StripeError } from '@stripe/stripe-js';
import { useState } from 'react';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Form } from '../../../components/field/form.tsx';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './pay.module.css';
import { type StripeForm as DrawnForm, SHOWN_AT_THE_FIELD, useStripeForm } from './use-stripe-form.ts';

/**
 * Stripe's payment element, whose fields never reach the product, and a button that is disabled until it is complete.
 */
export function StripeForm({
  token,
  theme,
  action,
  onBefore,
  confirm,
  onConfirmed,
  onError,
}: {
  token: string;
  theme: 'stripe' | 'night';
  /** Label of the button. */
  action: string;
  /** Saves the rest of the page; false if it is invalid. */
  onBefore?: () => Promise<boolean>;
  confirm: (form: DrawnForm) => Promise<{ error?: StripeError }>;
  onConfirmed: () => void | Promise<void>;
  /** Called when Stripe declines. */
  onError: (message: string) => void;
}) {
  const { t, language } = useTranslations('pay');
  const { mount, form, isBroken } = useStripeForm(token, language, theme);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const { isBusy, submit } = useSubmit(
    async () => {
      if (form === null) {
        return;
      }
      const checked = await form.check();
      setIsIncomplete(checked === 'incomplete');
      const isRestGood = (await onBefore?.()) ?? true;
      if (checked !== 'whole' || !isRestGood) {
        return;
      }
      const { error } = await confirm(form);
      if (error === undefined) {
        await onConfirmed();
      } else if (error.code !== SHOWN_AT_THE_FIELD && error.type !== 'validation_error') {
        onError(error.message ?? t('failed.text'));
      }
    },
    () => onError(t('load.failed')),
  );
  if (isBroken) {
    return <Alert kind="error">{t('load.failed')}</Alert>;
  }
  return (
    <Form className={classes.card} onSubmit={submit}>
      <div ref={mount} className="empty:hidden" />
      {form === null && <Skeleton height="12rem" />}
      {isIncomplete && <Alert kind="error">{t('card.incomplete')}</Alert>}
      <NetworkButton
        type="submit"
        variant="primary"
        size="large"
        isWide
        disabled={form === null}
        isLoading={isBusy}
      >
        {action}
      </NetworkButton>
    </Form>
  );
}
