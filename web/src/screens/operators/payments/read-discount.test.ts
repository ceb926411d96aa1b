import { isCode } from '@diorama/shared/domain/discount.ts';
import { describe, expect, it } from 'vitest';
import { drawCode, findMistakes, readDiscount } from './read-discount.ts';

const NOW = new Date('2026-11-22T12:00:00');
const TEXTS = { code: 'welcome', percent: '20', from: '', until: '', mostUses: '', mostUsesEach: '1' };

describe('the form that makes a code', () => {
  it('sends an empty number as no limit, and the last day whole', () => {
    expect(findMistakes(TEXTS, NOW)).toEqual({});
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

  it('takes a code that is over today, as its last day is not over yet', () => {
    expect(findMistakes({ ...TEXTS, until: '2026-11-22' }, NOW)).toEqual({});
    expect(findMistakes({ ...TEXTS, until: '2026-11-21' }, NOW)).toEqual({ until: 'until' });
    expect(findMistakes({ ...TEXTS, from: '2026-12-02', until: '2026-12-01' }, NOW)).toEqual({
      until: 'until',
    });
  });

  it.each(['', '0', '101', '-5', '12.5', '1e1', 'half'])('knows no percentage %j', (percent) => {
    expect(findMistakes({ ...TEXTS, percent }, NOW)).toEqual({ percent: 'percent' });
  });

  it.each(['0', '1000001', 'many', '2.5'])('knows no count %j', (mostUses) => {
    expect(findMistakes({ ...TEXTS, mostUses }, NOW)).toEqual({ mostUses: 'count' });
  });

  it('draws codes that may be one, each its own', () => {
    const drawn = Array.from({ length: 100 }, drawCode);
    expect(drawn.every(isCode)).toBe(true);
    expect(new Set(drawn).size).toBe(100);
  });
});
