import type { Language } from './t.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Up to this age a date is shown as a relative time, later as a date. */
const RELATIVE_DAYS = 7;

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Name of a language, by default in itself, with a capital letter: `English`. A code that is none stays as it is. */
export function formatLanguage(code: string, language: string = code): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return code;
  }
}

/** Name of a country: `('en', 'DE')` → `Germany`. A code that is none stays as it is. */
export function formatCountry(language: Language, code: string): string {
  return /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code)
    : code;
}

/** Localised count: `12,345`. */
export function formatNumber(language: Language, value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/**
 * Localised number with at most `decimals` decimals: `(1234.56, 1)` → `1234.6`, in Spanish `1234,6`. By
 * default it has no thousands separators, so that the shown text can be typed. Padded numbers have all
 * decimals; grouped ones have separators.
 */
export function formatDecimal(
  language: Language,
  value: number,
  {
    decimals,
    isPadded = false,
    isGrouped = false,
  }: { decimals: number; isPadded?: boolean; isGrouped?: boolean },
): string {
  const key = `${language} ${decimals} ${isPadded} ${isGrouped}`;
  const format =
    decimalFormats.get(key) ??
    new Intl.NumberFormat(language, {
      useGrouping: isGrouped && 'auto',
      maximumFractionDigits: decimals,
      minimumFractionDigits: isPadded ? decimals : 0,
    });
  decimalFormats.set(key, format);
  // A value that rounds to zero has no sign.
  const shown = Number(value.toFixed(decimals));
  return format.format(shown === 0 ? 0 : shown);
}

/** Ratio as a whole percentage: `0.42` → `42%`. */
export function formatPercent(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Bytes in decimal units, as plans and limits use them: `1.8 MB`, `2 GB`. */
export function formatBytes(language: Language, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: BYTE_UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
}

/** Most names that a sentence lists. */
const NAMES_TOLD = 8;

/**
 * Localised list of names for a sentence: `Chair, Lamp, and Table`. Of more than eight names the last item is the
 * number of the others.
 * @param more - text of the number, such as `3 more`
 */
export function formatNames(
  language: Language,
  names: readonly string[],
  more: (count: number) => string,
): string {
  const others = names.length > NAMES_TOLD ? [more(names.length - NAMES_TOLD)] : [];
  return new Intl.ListFormat(language).format([...names.slice(0, NAMES_TOLD), ...others]);
}

/** Money from minor units: `(5000, 'USD')` → `$50.00`. */
export function formatMoney(language: Language, cents: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}

/** Advertised price, without zero cents: `(5000, 'USD')` → `$50`. */
export function formatPrice(language: Language, cents: number, currency: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
}

/** Date in a time zone, by default the reader's: `Mar 4, 2026`. */
export function formatDate(language: Language, date: Date | string, timeZone: string | null = null): string {
  return dateFormat(language, timeZone, 'day').format(new Date(date));
}

/** Date and time in a time zone, by default the reader's. */
export function formatDateTime(
  language: Language,
  date: Date | string,
  timeZone: string | null = null,
): string {
  return dateFormat(language, timeZone, 'minute').format(new Date(date));
}

/** Relative time up to a week; older or future dates become a date. `now` is in milliseconds. */
export function formatRelative(
  language: Language,
  date: Date | string,
  { now, timeZone = null }: { now: number; timeZone?: string | null },
): string {
  const seconds = Math.round((now - new Date(date).getTime()) / 1_000);
  if (seconds >= RELATIVE_DAYS * DAY_SECONDS || seconds < -MINUTE_SECONDS) {
    return formatDate(language, date, timeZone);
  }
  const relative = relativeFormat(language);
  if (seconds < MINUTE_SECONDS) {
    return relative.format(0, 'second');
  }
  if (seconds < HOUR_SECONDS) {
    return relative.format(-Math.floor(seconds / MINUTE_SECONDS), 'minute');
  }
  if (seconds < DAY_SECONDS) {
    return relative.format(-Math.floor(seconds / HOUR_SECONDS), 'hour');
  }
  return relative.format(-Math.floor(seconds / DAY_SECONDS), 'day');
}

/** Date format options by style. */
const STYLES = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// Cached, as constructing a formatter is slow: a list formats a hundred dates, a drag formats numbers every
// frame.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const decimalFormats = new Map<string, Intl.NumberFormat>();
const relativeFormats = new Map<Language, Intl.RelativeTimeFormat>();

function dateFormat(
  language: Language,
  timeZone: string | null,
  style: keyof typeof STYLES,
): Intl.DateTimeFormat {
  const key = `${language} ${style} ${timeZone}`;
  const format = dateFormats.get(key) ?? makeDateFormat(language, timeZone, style);
  dateFormats.set(key, format);
  return format;
}

/** Falls back to the local time zone where the browser does not know the zone. */
function makeDateFormat(
  language: Language,
  timeZone: string | null,
  style: keyof typeof STYLES,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { ...STYLES[style], ...(timeZone !== null && { timeZone }) });
  } catch {
    return new Intl.DateTimeFormat(language, STYLES[style]);
  }
}

function relativeFormat(language: Language): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  relativeFormats.set(language, format);
  return format;
}
