import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDecimal,
  formatNames,
  formatPrice,
  formatRelative,
} from './format.ts';

const LATE = '2026-03-04T23:30:00.000Z';

describe('dates and times', () => {
  it('use the requested time zone', () => {
    expect(formatDate('en', LATE, 'UTC')).toBe('Mar 4, 2026');
    expect(formatDate('en', LATE, 'Europe/Madrid')).toBe('Mar 5, 2026');
    expect(formatDate('es', LATE, 'America/Lima')).toBe('4 mar 2026');
    expect(formatDateTime('en', LATE, 'Asia/Tokyo')).toContain('8:30');
    expect(formatDate('en', LATE, 'Mars/Olympus')).toBe(formatDate('en', LATE));
  });

  it('are relative for a week, then a date in that time zone', () => {
    const now = Date.parse('2026-03-05T00:30:00.000Z');
    expect(formatRelative('en', LATE, { now })).toBe('1 hour ago');
    const later = now + 8 * 24 * 3_600_000;
    expect(formatRelative('en', LATE, { now: later, timeZone: 'Europe/Madrid' })).toBe('Mar 5, 2026');
  });
});

describe('a price', () => {
  it('shows cents only when they are not zero', () => {
    expect(formatPrice('en', 5_000, 'USD')).toBe('$50');
    expect(formatPrice('en', 5_050, 'USD')).toBe('$50.50');
  });
});

describe('a number with decimals', () => {
  it('uses the decimal sign of the language and no thousands separator', () => {
    expect(formatDecimal('en', 12_345.678, { decimals: 2 })).toBe('12345.68');
    expect(formatDecimal('es', 12_345.678, { decimals: 2 })).toBe('12345,68');
    expect(formatDecimal('es', 1.5, { decimals: 2, isPadded: true })).toBe('1,50');
    expect(formatDecimal('es', 1.5, { decimals: 0 })).toBe('2');
  });
});

describe('names in a sentence', () => {
  it('are listed up to eight, then the rest is counted', () => {
    const more = (count: number) => `${count} more`;
    const names = Array.from({ length: 10 }, (_, at) => `N${at}`);
    expect(formatNames('en', ['Chair'], more)).toBe('Chair');
    expect(formatNames('es', ['Silla', 'Mesa'], more)).toBe('Silla y Mesa');
    expect(formatNames('en', names.slice(0, 8), more)).toMatch(/, and N7$/);
    expect(formatNames('en', names, more)).toMatch(/N7, and 2 more$/);
  });
});
