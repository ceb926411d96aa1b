import { digitsOf, isLuhnValid, TEST_CARDS } from '@diorama/shared/domain/sandbox-cards.ts';
import type { PayMessages } from '@diorama/shared/i18n/pay.en.ts';

/** Values of the sandbox's card form. */
export type CardTexts = { number: string; expiry: string; cvc: string };
export type CardName = keyof CardTexts;

const EXPIRY = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})\s*$/;
const CVC = /^\d{3,4}$/;

/** Validates the fields and returns text keys of errors; numbers that might be real cards are rejected here too. */
export function checkCard(texts: CardTexts): Partial<Record<CardName, keyof PayMessages>> {
  const digits = digitsOf(texts.number);
  const isEmpty = Object.values(texts).some((text) => text.trim() === '');
  if (isEmpty) {
    const [first] = (Object.keys(texts) as CardName[]).filter((name) => texts[name].trim() === '');
    return first === undefined ? {} : { [first]: 'card.incomplete' };
  }
  return {
    ...(isLuhnValid(digits) ? {} : { number: 'card.number.wrong' as const }),
    ...(isLuhnValid(digits) && !TEST_CARDS.has(digits) ? { number: 'card.number.real' as const } : {}),
    ...(EXPIRY.test(texts.expiry) ? {} : { expiry: 'card.expiry.wrong' as const }),
    ...(CVC.test(texts.cvc.trim()) ? {} : { cvc: 'card.cvc.wrong' as const }),
  };
}

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
