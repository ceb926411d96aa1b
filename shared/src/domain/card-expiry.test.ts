import { describe, expect, it } from 'vitest';
import { endOfCard, expiresWithin } from './card-expiry.ts';

const at = (date: string) => new Date(date);

describe('a payment card', () => {
  it('is valid until the end of its month', () => {
    const card = { expMonth: 6, expYear: 2026 };
    expect(expiresWithin(card, at('2026-06-30T23:59:59Z'), 0)).toBe(false);
    expect(expiresWithin(card, at('2026-07-01T00:00:00Z'), 0)).toBe(true);
    expect(expiresWithin(card, at('2026-06-02T00:00:00Z'), 30)).toBe(true);
    expect(endOfCard({ expMonth: 12, expYear: 30 })).toEqual(at('2031-01-01T00:00:00Z'));
  });
});
