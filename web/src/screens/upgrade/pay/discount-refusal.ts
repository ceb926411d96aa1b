import type { DiscountRefusal } from '@diorama/shared/domain/discount.ts';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { ApiError } from '../../../api/api-error.ts';

/** Text keys of refused codes. */
export const REFUSED: Readonly<Record<DiscountRefusal, keyof Messages<'pay'>>> = {
  unknown: 'code.refused.unknown',
  over: 'code.refused.over',
  'used-up': 'code.refused.used-up',
  used: 'code.refused.used',
  price: 'code.refused.price',
  promotion: 'code.refused.promotion',
};

/** Reason why the server refuses a discount; null for another error. */
export function refusalOf(error: unknown): DiscountRefusal | null {
  const violation = error instanceof ApiError ? error.violation('discount') : undefined;
  return violation === undefined ? null : (toRefusal(violation.code.split('.').at(-1)) ?? 'unknown');
}

/** Reads a refused code from the history state of a redirect. */
export function refusedOf(state: unknown): { code: string; refusal: DiscountRefusal } | null {
  if (typeof state !== 'object' || state === null || !('code' in state) || !('refusal' in state)) {
    return null;
  }
  const refusal = toRefusal(state.refusal);
  return typeof state.code === 'string' && refusal !== null ? { code: state.code, refusal } : null;
}

function toRefusal(word: unknown): DiscountRefusal | null {
  return (Object.keys(REFUSED) as DiscountRefusal[]).find((known) => known === word) ?? null;
}
