import { describe, expect, it, vi } from 'vitest';
import { formatBytes, formatMoney, formatPercent, formatRelative } from './format.ts';
import { chooseLanguage, translator } from './t.ts';

const en = {
  greeting: 'Hello {name}',
  plain: 'Close',
  'scenes.one': '{count} scene in {place}',
  'scenes.other': '{count} scenes in {place}',
} as const;
const es = {
  greeting: 'Hola, {name}',
  plain: 'Cerrar',
  'scenes.one': '{count} escena en {place}',
  'scenes.other': '{count} escenas en {place}',
};

describe('translator', () => {
  const english = translator<typeof en>('en', en);
  const spanish = translator<typeof en>('es', es);

  it('fills placeholders', () => {
    expect(english('greeting', { name: 'Ada' })).toBe('Hello Ada');
    expect(spanish('greeting', { name: 'Ada' })).toBe('Hola, Ada');
  });

  it('does not expand placeholders in inserted values', () => {
    expect(english('greeting', { name: '{name}' })).toBe('Hello {name}');
  });

  it('chooses the plural form of the language', () => {
    expect(english('scenes', { count: 1, place: 'A' })).toBe('1 scene in A');
    expect(english('scenes', { count: 0, place: 'A' })).toBe('0 scenes in A');
    expect(spanish('scenes', { count: 1, place: 'A' })).toBe('1 escena en A');
  });

  it('falls back to "other" for a plural category that the catalog lacks', () => {
    expect(spanish('scenes', { count: 1_000_000, place: 'A' })).toBe('1.000.000 escenas en A');
  });

  it('does not compile with a missing key or placeholder', () => {
    // @ts-expect-error no such message
    expect(english('absent')).toBe('absent');
    // @ts-expect-error the name is missing
    expect(english('greeting')).toBe('Hello {name}');
    expect(english('plain')).toBe('Close');
  });
});

describe('chooseLanguage', () => {
  it('returns the first supported language, else English', () => {
    expect(chooseLanguage(['de-DE', 'es-MX', 'en'])).toBe('es');
    expect(chooseLanguage(['fr'])).toBe('en');
    expect(chooseLanguage([])).toBe('en');
  });
});

it('the translator creates its Intl formatters only once', () => {
  const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'PluralRules')];
  const t = translator<typeof en>('en', en);
  const say = () => t('scenes', { count: 3, place: 'Rome' });
  say();
  const before = made.map((spy) => spy.mock.calls.length);
  say();
  expect(made.map((spy) => spy.mock.calls.length)).toEqual(before);
  vi.restoreAllMocks();
});

describe('formatters', () => {
  it('format bytes in decimal units', () => {
    expect(formatBytes('en', 0)).toBe('0 bytes');
    expect(formatBytes('en', 1_840_000)).toBe('1.8 MB');
    expect(formatBytes('en', 2_000_000_000)).toBe('2 GB');
    expect(formatBytes('es', 1_840_000)).toBe('1,8 MB');
    expect(formatBytes('en', 300_000_000)).toBe('300 MB');
  });

  it('format money from cents and shares as percent', () => {
    expect(formatMoney('en', 48_000, 'USD')).toBe('$480.00');
    expect(formatPercent('en', 0.424)).toBe('42%');
  });

  it('format recent dates as a distance and older ones as a day', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(formatRelative('en', '2026-03-10T11:59:30Z', { now })).toBe('now');
    expect(formatRelative('en', '2026-03-10T11:55:00Z', { now })).toBe('5 minutes ago');
    expect(formatRelative('en', '2026-03-09T12:00:00Z', { now })).toBe('yesterday');
    expect(formatRelative('es', '2026-03-10T09:00:00Z', { now })).toBe('hace 3 horas');
    expect(formatRelative('en', '2026-02-01T12:00:00Z', { now })).toBe('Feb 1, 2026');
  });
});
