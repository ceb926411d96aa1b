import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Form } from '../../../components/field/form.tsx';
import { usePath } from '../../../hooks/use-path.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useUser } from '../../../hooks/use-user.ts';
import classes from './pay.module.css';
import type { MethodProps } from './pay-form.tsx';
import { useStripeForm } from './use-stripe-form.ts';

/** What Stripe says at its own field, so that nobody reads it twice. */
const SAID_AT_THE_FIELD = 'invalid_number';

/** Pays in Stripe's own form, whose fields never reach us. */
export function StripePay({ order, plan, onBefore, onConfirmed, onError }: MethodProps) {
  const { t, language } = usePayWords();
  const returnUrl = useReturnUrl(order.uuid, plan.name);
  const { mount, form, isBroken } = useStripeForm(order.token ?? '', language, 'stripe');
  const price = formatMoney(language, order.totalAmount, order.currency);

  const { isBusy, submit } = useSubmit(
    async () => {
      if (form === null || !(await onBefore())) {
        return;
      }
      const { stripe, elements } = form;
      // Marks what is missing at its field, and sends nothing.
      const checked = await elements.submit();
      if (checked.error !== undefined || !form.isComplete()) {
        return;
      }
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (error === undefined) {
        onConfirmed();
      } else if (error.code !== SAID_AT_THE_FIELD && error.type !== 'validation_error') {
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
      <div ref={mount} className={classes.element} />
      {form === null && <Skeleton height="12rem" />}
      <Button type="submit" variant="primary" size="large" isWide disabled={form === null} isLoading={isBusy}>
        {t('pay', { price })}
      </Button>
    </Form>
  );
}

/** Where a payer comes back to who had to leave, as for their bank. */
function useReturnUrl(orderId: string, plan: string): string {
  const path = usePath();
  const user = useUser();
  const query = new URLSearchParams({ username: user?.name ?? '', plan });
  return `${window.location.origin}${path(`upgrade-completed/${orderId}`)}?${query}`;
}
