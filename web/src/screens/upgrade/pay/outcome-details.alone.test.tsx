import type { Order } from '@diorama/shared/contract/billing.ts';
import { messages as payEn } from '@diorama/shared/i18n/en/pay.ts';
import { translator } from '@diorama/shared/i18n/t.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { OutcomeFacts, OutcomeSteps } from './outcome-details.tsx';

vi.mock('../../../hooks/use-translations.ts', () => ({
  useTranslations: () => ({ t: translator<typeof payEn>('en', payEn), language: 'en' }),
}));
vi.mock('../../../components/feedback/spinner.tsx', () => ({ Spinner: () => <i /> }));

const ORDER: Order = {
  '@id': '/api/orders/1',
  '@type': 'Order',
  uuid: '01900000-0000-7000-8000-000000000001',
  account: '/api/accounts/1',
  planPrice: '/api/plan-prices/1',
  type: 'plan',
  amount: 48_000,
  totalAmount: 36_000,
  currency: 'USD',
  currencyCode: 840,
  months: 12,
  status: 1,
  createdAt: '2030-01-01T00:00:00Z',
  token: null,
  provider: 'sandbox',
};

it.each([
  ['confirmed', 1],
  ['active', 2],
  [null, 3],
] as const)('OutcomeSteps shows a payment waiting to be %s with %d steps done', (awaited, done) => {
  const html = renderToStaticMarkup(<OutcomeSteps awaited={awaited} />);
  expect(html.match(/<svg/g)).toHaveLength(done);
  expect(html.match(/aria-current="step"/g) ?? []).toHaveLength(awaited === null ? 0 : 1);
  expect(html.indexOf('Payment sent')).toBeLessThan(html.indexOf('Plan active'));
});

it('OutcomeFacts shows the plan, the amount and the order number', () => {
  const html = renderToStaticMarkup(<OutcomeFacts order={ORDER} plan="Pro" />);
  for (const text of ['Pro, yearly', '$360.00', ORDER.uuid]) {
    expect(html).toContain(`>${text}</dd>`);
  }
});
