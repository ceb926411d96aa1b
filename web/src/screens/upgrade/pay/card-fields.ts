import { expiresWithin } from '@diorama/shared/domain/card-expiry.ts';
import { digitsOf, isLuhnValid, TEST_CARDS } from '@diorama/shared/domain/sandbox-cards.ts';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';

/** Values of the sandbox's card form. */
type CardTexts = { number: string; expiry: string; cvc: string };
export type CardName = keyof CardTexts;

const EXPIRY = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})\s*$/;
const CVC = /^\d{3,4}$/;

/**
 * Validates the fields and returns a text key for each wrong one. Numbers that might be real cards are rejected here too.
 * The first empty field asks for the whole card, and each other empty one for itself.
 */
export function checkCard(texts: CardTexts, now: Date): Partial<Record<CardName, keyof Messages<'pay'>>> {
  const names: readonly CardName[] = ['number', 'expiry', 'cvc'];
  const empty = names.filter((name) => texts[name].trim() === '');
  const errors = names.map((name) => {
    const isEmpty = empty.includes(name);
    return [name, isEmpty ? emptyField(name, empty) : CHECKS[name](texts, now)] as const;
  });
  return Object.fromEntries(errors.filter(([, error]) => error !== null));
}

function emptyField(name: CardName, empty: readonly CardName[]): keyof Messages<'pay'> {
  return name === empty[0] ? 'card.incomplete' : 'details.fill';
}

type Check = (texts: CardTexts, now: Date) => keyof Messages<'pay'> | null;

const CHECKS: Record<CardName, Check> = {
  number: ({ number }) => {
    const digits = digitsOf(number);
    if (!isLuhnValid(digits)) {
      return 'card.number.wrong';
    }
    return TEST_CARDS.has(digits) ? null : 'card.number.real';
  },
  expiry: (texts, now) => {
    if (!EXPIRY.test(texts.expiry)) {
      return 'card.expiry.wrong';
    }
    return expiresWithin(toCard(texts), now, 0) ? 'error.expired_card' : null;
  },
  cvc: ({ cvc }) => (CVC.test(cvc.trim()) ? null : 'card.cvc.wrong'),
};

/** Converts the card to the sandbox's format. */
export function toCard({ number, expiry, cvc }: CardTexts) {
  const [, month = '1', year = '0'] = EXPIRY.exec(expiry) ?? [];
  return {
    number: digitsOf(number),
    expMonth: Number(month),
    expYear: year.length === 2 ? 2_000 + Number(year) : Number(year),
    cvc: cvc.trim(),
  };
}

/** Inserts the slash of an expiry with the first digit of the year; months from 2 to 9 need no second digit. */
export function slashExpiry(text: string): string {
  return text.replace(/^(0\d|1[0-2]|[2-9])(\d{1,4})$/, '$1/$2');
}

/** Formats a card number in groups of four. */
export function groupDigits(text: string): string {
  return digitsOf(text)
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
}
