import { describe, expect, it } from 'vitest';
import { checkCard, groupDigits, slashExpiry, toCard } from './card-fields.ts';

const GOOD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

describe('the card form of the sandbox', () => {
  it.each([
    [
      'nothing',
      { number: '', expiry: '', cvc: '' },
      { number: 'card.incomplete', expiry: 'details.fill', cvc: 'details.fill' },
    ],
    [
      'no number and an expired month',
      { ...GOOD, number: '', expiry: '02/28' },
      { number: 'card.incomplete', expiry: 'error.expired_card' },
    ],
    ['an expired month', { ...GOOD, expiry: '02/2028' }, { expiry: 'error.expired_card' }],
    ['a card in its last month', { ...GOOD, expiry: '03/28' }, {}],
    ['no security code', { ...GOOD, cvc: ' ' }, { cvc: 'card.incomplete' }],
    ['a valid card', GOOD, {}],
    ['a wrong digit', { ...GOOD, number: '4242 4242 4242 4241' }, { number: 'card.number.wrong' }],
    ['a possibly real card', { ...GOOD, number: '5555555555554444' }, { number: 'card.number.real' }],
    ['month 13', { ...GOOD, expiry: '13/40' }, { expiry: 'card.expiry.wrong' }],
    ['a security code that is too long', { ...GOOD, cvc: '12345' }, { cvc: 'card.cvc.wrong' }],
  ] as const)('validates %s', (_, texts, wrong) => {
    expect(checkCard(texts, new Date('2028-03-31T23:00:00Z'))).toEqual(wrong);
  });

  it('sends digits only, and years in full', () => {
    expect(toCard(GOOD)).toEqual({ number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' });
    expect(toCard({ ...GOOD, expiry: ' 3 / 2031' })).toMatchObject({ expMonth: 3, expYear: 2031 });
  });

  it.each([
    ['1230', '12/30'],
    ['122030', '12/2030'],
    ['0331', '03/31'],
    ['331', '3/31'],
    ['12', '12'],
    ['123', '12/3'],
    ['12/', '12/'],
    ['12/30', '12/30'],
    ['1/30', '1/30'],
    [' 3 / 2031', ' 3 / 2031'],
    ['1340', '1340'],
    ['', ''],
  ])('formats %j, typed as an expiry, as %j', (typed, shown) => {
    expect(slashExpiry(typed)).toBe(shown);
  });

  it('groups the digits of a card number', () => {
    expect([groupDigits('42424'), groupDigits('4242-4242x'), groupDigits('')]).toEqual([
      '4242 4',
      '4242 4242',
      '',
    ]);
  });
});
