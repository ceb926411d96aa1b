import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { useUser } from '../../../hooks/use-user.ts';
import type { MethodProps } from './pay-form.tsx';
import { StripeForm } from './stripe-form.tsx';

/** Pays in Stripe's own form; only a payer whose bank wants to see them leaves the page. */
export function StripePay({ order, plan, ...handlers }: MethodProps) {
  const { t, language } = usePayWords();
  const returnUrl = useReturnUrl(order.uuid, plan.name);
  return (
    <StripeForm
      {...handlers}
      token={order.token ?? ''}
      theme="stripe"
      action={t('pay', { price: formatMoney(language, order.totalAmount, order.currency) })}
      confirm={({ stripe, elements }) =>
        stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        })
      }
    />
  );
}

/** Where a payer comes back to who had to leave, as for their bank. */
function useReturnUrl(orderId: string, plan: string): string {
  const path = usePath();
  const user = useUser();
  const query = new URLSearchParams({ username: user?.name ?? '', plan });
  return `${window.location.origin}${path(`upgrade-completed/${orderId}`)}?${query}`;
}
