import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useUser } from '../../../hooks/use-user.ts';
import type { MethodProps } from './pay-form.tsx';
import { StripeForm } from './stripe-form.tsx';

/** Pays by Stripe's payment element; only payers whose bank requires authentication leave the page. */
export function StripePay({ order, plan, ...handlers }: MethodProps) {
  const { t, language } = useTranslations('pay');
  const returnUrl = useReturnUrl(order.uuid, plan.name);
  return (
    <StripeForm
      {...handlers}
      token={order.token ?? ''}
      theme="stripe"
      action={t('pay', { price: formatMoney(language, order.totalAmount, order.currency) })}
      confirm={({ stripe, elements }) =>
        stripe.confirmPayment({ elements, confirmParams: { return_url: returnUrl }, redirect: 'if_required' })
      }
    />
  );
}

/** Return address for a redirected payer. */
function useReturnUrl(orderId: string, plan: string): string {
  const path = usePath();
  const user = useUser();
  const query = new URLSearchParams({ username: user?.name ?? '', plan });
  return `${window.location.origin}${path(`upgrade-completed/${orderId}`)}?${query}`;
}
