import { PLANS } from '@diorama/shared/plans.ts';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT, expectReadable, openApp } from '../../../test/open-app.tsx';

const ORDER = '01900000-0000-7000-8000-00000000e001';
const PRICE = '01900000-0000-7000-8000-00000000e002';
const IRIS = { account: ACCOUNT['@id'], planPrice: `/api/plan-prices/${PRICE}` };
const DECLINED = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
const INVALID = { type: 'card_error', code: 'invalid_number', message: 'Your card number is invalid.' };

const { loadStripe } = vi.hoisted(() => ({ loadStripe: vi.fn() }));
vi.mock('@stripe/stripe-js/pure/index.js', () => ({ loadStripe }));

/**
 * Puts a replacement in the place of Stripe's script, which draws no fields.
 * @returns `type` changes whether the card is complete; the mocks answer the check and the confirmation
 */
function replaceStripe() {
  const listeners: Record<string, (event: object) => void> = {};
  const submit = vi.fn(async (): Promise<object> => ({}));
  const confirmPayment = vi.fn(async (_options: object): Promise<object> => ({}));
  const elements = vi.fn((_options: object) => ({
    submit,
    create: () => ({
      on: (name: string, listener: (event: object) => void) => {
        listeners[name] = listener;
      },
      mount: () => listeners.ready?.({}),
      destroy: () => undefined,
    }),
  }));
  loadStripe.mockResolvedValue({ elements, confirmPayment });
  return {
    elements,
    submit,
    confirmPayment,
    type: (complete: boolean) => listeners.change?.({ complete }),
  };
}

it('the Stripe form rejects incomplete cards, reports a declined one and pays the order', async () => {
  const stripe = replaceStripe();
  const prices = [{ uuid: PRICE, months: 1 as const, currency: 'USD' }];
  const server = await openApp(`/en/upgrade/${ACCOUNT.uuid}/pro/pay/${PRICE}`, {
    answers: {
      getConfig: { stripeKey: 'pk_test', payments: 'stripe', paymentProviders: ['stripe'] },
      listPlans: { member: [{ name: 'pro', displayName: PLANS.pro.displayName, prices }], totalItems: 1 },
      quoteOrder: { total: 5_000, currency: 'USD' },
      createOrder: {
        uuid: ORDER,
        ...IRIS,
        provider: 'stripe',
        token: 'secret',
        totalAmount: 5_000,
        currency: 'USD',
      },
    },
  });
  const pay = page.getByRole('button', { name: 'Pay $50.00', exact: true });
  const incomplete = page.getByText('Please fill in your card details.', { exact: true });
  const failed = page.getByRole('dialog', { name: 'Payment failed', exact: true });
  await expect.element(pay).toBeEnabled();
  expect(loadStripe).toHaveBeenCalledWith('pk_test');
  expect(stripe.elements).toHaveBeenCalledWith({
    clientSecret: 'secret',
    locale: 'en',
    appearance: { theme: 'stripe' },
  });
  await expectReadable();

  stripe.type(false);
  await pay.click();
  await expect.element(incomplete).toBeVisible();
  // Stripe marks an invalid number at its field.
  stripe.submit.mockResolvedValueOnce({ error: INVALID });
  await pay.click();
  await expect.element(incomplete).not.toBeInTheDocument();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();

  stripe.type(true);
  const confirmation = Promise.withResolvers<object>();
  stripe.confirmPayment.mockReturnValueOnce(confirmation.promise);
  await pay.click();
  await expect.element(pay).toBeDisabled();
  confirmation.resolve({ error: INVALID });
  await expect.element(pay).toBeEnabled();
  await expect.element(failed).not.toBeInTheDocument();
  stripe.confirmPayment.mockResolvedValueOnce({ error: DECLINED });
  await pay.click();
  await expect.element(failed.getByText(DECLINED.message)).toBeVisible();
  await failed.getByRole('button', { name: 'Got it', exact: true }).click();

  server.answers.checkOrderStatus = { status: 1, active: true };
  await pay.click();
  await expect.element(page.getByRole('heading', { name: /^Welcome to Pro/ })).toBeVisible();
  expect(stripe.confirmPayment).toHaveBeenCalledTimes(3);
  expect(stripe.confirmPayment.mock.lastCall).toMatchObject([
    {
      redirect: 'if_required',
      confirmParams: {
        return_url: expect.stringMatching(new RegExp(`/en/upgrade-completed/${ORDER}\\?username=Ada`)),
      },
    },
  ]);
});
