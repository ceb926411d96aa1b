import type { RequestOf } from '@diorama/shared/contract/index.ts';
import { isCode, toCode } from '@diorama/shared/domain/discount.ts';
import { serverNow } from '../../../api/server-time.ts';

/** Fields of the form for a new code; dates in the format of a date field, `2026-11-24`. */
export type DiscountTexts = Record<
  'code' | 'percent' | 'from' | 'until' | 'mostUses' | 'mostUsesEach',
  string
>;
/** Validation errors of the fields. */
export type DiscountMistake = 'code' | 'percent' | 'until' | 'count';

const WHOLE = /^[0-9]{1,7}$/;
const MAX_USES = 1_000_000;

/** Validates the fields by the server's clock. */
export function findMistakes(texts: DiscountTexts): Partial<Record<keyof DiscountTexts, DiscountMistake>> {
  const percent = readCount(texts.percent);
  const end = texts.until === '' ? null : endOfDay(texts.until);
  const isTooEarly =
    end !== null && (end.getTime() <= serverNow() || (texts.from !== '' && end <= startOfDay(texts.from)));
  return {
    ...(isCode(toCode(texts.code)) ? {} : { code: 'code' }),
    ...(percent !== null && percent >= 1 && percent <= 100 ? {} : { percent: 'percent' }),
    ...(isTooEarly ? { until: 'until' } : {}),
    ...(isCount(texts.mostUses) ? {} : { mostUses: 'count' }),
    ...(isCount(texts.mostUsesEach) ? {} : { mostUsesEach: 'count' }),
  };
}

/** Request body of valid fields; an empty count is no limit, and the last day counts whole. */
export function readDiscount(
  texts: DiscountTexts,
  planPrices: string[] | null,
): RequestOf<'createDiscount'>['body'] {
  return {
    code: texts.code,
    discountPercentage: readCount(texts.percent) ?? 0,
    planPrices,
    startsAt: texts.from === '' ? null : startOfDay(texts.from).toISOString(),
    endsAt: texts.until === '' ? null : endOfDay(texts.until).toISOString(),
    mostUses: readCount(texts.mostUses),
    mostUsesEach: readCount(texts.mostUsesEach),
  };
}

/** Without letters and digits that are easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

/** Generates a random code. */
export function drawCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

function isCount(text: string): boolean {
  const count = readCount(text);
  return text.trim() === '' || (count !== null && count >= 1 && count <= MAX_USES);
}

function readCount(text: string): number | null {
  return WHOLE.test(text.trim()) ? Number(text.trim()) : null;
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function endOfDay(day: string): Date {
  const end = startOfDay(day);
  end.setDate(end.getDate() + 1);
  return end;
}
