import { messages as accountEn } from '@diorama/shared/i18n/en/account.ts';
import { messages as accountEs } from '@diorama/shared/i18n/es/account.ts';
import { formatPercent, formatPrice } from '@diorama/shared/i18n/format.ts';
import { type Language, translator } from '@diorama/shared/i18n/t.ts';
import { PLANS, type PlanName } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import { yearlyOffer } from './plan-card.tsx';

const pricesOf = (plan: PlanName, discountedPrice: number | null = null) =>
  PLANS[plan].prices.map((price) => ({
    ...price,
    discountedPrice: price.months === 12 ? discountedPrice : null,
  }));

function sentence(language: Language, prices: ReturnType<typeof pricesOf>): string {
  const t = translator<typeof accountEn>(language, language === 'en' ? accountEn : accountEs);
  const { unit, saving } = yearlyOffer(prices) ?? { unit: 0, saving: 0 };
  return t('billing.plans.yearly', {
    price: formatPrice(language, unit, 'USD'),
    saving: formatPercent(language, saving),
  });
}

describe('the yearly price in the plan comparison', () => {
  it.each([
    ['starter', 'from $12/mo billed annually (20% saving)'],
    ['pro', 'from $40/mo billed annually (20% saving)'],
    ['enterprise', 'from $160/mo billed annually (20% saving)'],
  ] as const)('matches the specification: %s', (plan, expected) => {
    expect(sentence('en', pricesOf(plan))).toBe(expected);
  });

  it('is translated into Spanish', () => {
    expect(sentence('es', pricesOf('pro')).replaceAll('\u00a0', ' ')).toBe(
      'desde 40 US$/mes con facturación anual (20 % de ahorro)',
    );
  });

  it('includes the discount of a promotion', () => {
    expect(yearlyOffer(pricesOf('pro', 24_000))).toEqual({ unit: 2_000, saving: 0.6 });
  });

  it('has no saving without a higher monthly price', () => {
    const yearly = { months: 12, price: 12_000, discountedPrice: null };
    expect(yearlyOffer([yearly])).toEqual({ unit: 1_000, saving: 0 });
    expect(yearlyOffer([yearly, { months: 1, price: 900, discountedPrice: null }])?.saving).toBe(0);
    expect(yearlyOffer(pricesOf('free'))).toBeNull();
  });
});
