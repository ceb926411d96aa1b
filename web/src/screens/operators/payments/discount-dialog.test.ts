import { isCode } from '@diorama/shared/domain/discount.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordServerTime } from '../../../api/server-time.ts';
import { drawCode, findMistakes, readDiscount } from './discount-dialog.tsx';

const NOW = new Date('2026-11-22T12:00:00');
const TEXTS = { code: 'welcome', percent: '20', from: '', until: '', mostUses: '', mostUsesEach: '1' };

beforeEach(() => {
  // The device is a year ahead of the server.
  vi.useFakeTimers({ now: new Date('2027-11-22T12:00:00'), toFake: ['Date'] });
  recordServerTime(NOW.toUTCString());
});
afterEach(() => {
  recordServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

describe('the discount form', () => {
  it('sends an empty limit as null, and includes the whole last day', () => {
    expect(findMistakes(TEXTS)).toEqual({});
    expect(readDiscount({ ...TEXTS, from: '2026-11-23', until: '2026-11-24' }, null)).toEqual({
      code: 'welcome',
      discountPercentage: 20,
      planPrices: null,
      startsAt: new Date('2026-11-23T00:00:00').toISOString(),
      endsAt: new Date('2026-11-25T00:00:00').toISOString(),
      mostUses: null,
      mostUsesEach: 1,
    });
  });

  it('accepts today as the last day, but no earlier day', () => {
    expect(findMistakes({ ...TEXTS, until: '2026-11-22' })).toEqual({});
    expect(findMistakes({ ...TEXTS, until: '2026-11-21' })).toEqual({ until: 'until' });
    expect(findMistakes({ ...TEXTS, from: '2026-12-02', until: '2026-12-01' })).toEqual({ until: 'until' });
  });

  it.each(['', '0', '101', '-5', '12.5', '1e1', 'half'])('rejects the percentage %j', (percent) => {
    expect(findMistakes({ ...TEXTS, percent })).toEqual({ percent: 'percent' });
  });

  it.each(['0', '1000001', 'many', '2.5'])('rejects the count %j', (mostUses) => {
    expect(findMistakes({ ...TEXTS, mostUses })).toEqual({ mostUses: 'count' });
  });

  it('generates valid and distinct codes', () => {
    const drawn = Array.from({ length: 100 }, drawCode);
    expect(drawn.every(isCode)).toBe(true);
    expect(new Set(drawn).size).toBe(100);
  });
});
