import { formatDecimal } from '@diorama/shared/i18n/format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { FieldUnit } from '@diorama/shared/scene/nodes/define.ts';

/** The unit that lengths are shown in. */
export type LengthUnit = SceneDocument['unit'];

/** How a stored number is shown: times `factor`, with `suffix` behind it. */
export type Quantity = { factor: number; suffix: string; units: Readonly<Record<string, number>> };

/** The metres in each unit. */
export const METRES: Readonly<Record<LengthUnit, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  inch: 0.0254,
  feet: 0.3048,
};

/** Names of feet, behind which a number without a unit is inches. */
const FEET = new Set(["'", 'ft', 'foot', 'feet', 'pie', 'pies']);
const INCHES = ['"', 'in', 'inches', 'pulgada', 'pulgadas'];

/** The same, and what else people write. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...METRES,
  km: 1000,
  ...Object.fromEntries([...FEET].map((name) => [name, METRES.feet])),
  ...Object.fromEntries(INCHES.map((name) => [name, METRES.inch])),
};
const DEGREES: Readonly<Record<string, number>> = { deg: 1, '°': 1, rad: 180 / Math.PI };
const RADIANS: Readonly<Record<string, number>> = { deg: Math.PI / 180, '°': Math.PI / 180, rad: 1 };
const SUFFIXES: Readonly<Record<LengthUnit, string>> = { mm: 'mm', cm: 'cm', m: 'm', inch: 'in', feet: 'ft' };
const TIMES: Readonly<Record<string, number>> = { s: 1, min: 60 };
const SHARES: Readonly<Record<string, number>> = { '%': 0.01 };

/** How a field's numbers are shown in a scene whose lengths are in `length`. */
export function quantityOf(unit: FieldUnit, length: LengthUnit): Quantity {
  switch (unit) {
    case 'metres':
      return { factor: 1 / METRES[length], suffix: SUFFIXES[length], units: LENGTHS };
    case 'radians':
      return { factor: 180 / Math.PI, suffix: '°', units: RADIANS };
    case 'degrees':
      return { factor: 1, suffix: '°', units: DEGREES };
    case 'seconds':
      return { factor: 1, suffix: 's', units: TIMES };
    case 'nits':
      return { factor: 1, suffix: 'nt', units: { nt: 1 } };
    case 'candela':
      return { factor: 1, suffix: 'cd', units: { cd: 1 } };
    case 'lux':
      return { factor: 1, suffix: 'lx', units: { lx: 1 } };
    case 'ratio':
    case 'factor':
      return { factor: 1, suffix: '', units: SHARES };
    case 'count':
      return { factor: 1, suffix: '', units: {} };
  }
}

/** A stored number as text in the manner of a language, with at most `decimals` of them and no needless zeros. */
export function showQuantity(
  value: number,
  { factor }: Quantity,
  { language, decimals = 3 }: { language: Language; decimals?: number },
): string {
  return formatDecimal(language, value * factor, { decimals });
}

/** A number beyond which a field takes none, as it is told: grouped, and with its unit. */
export function showBound(bound: number, { factor, suffix }: Quantity, language: Language): string {
  const shown = bound * factor;
  // One that is less than all decimals would be told as nothing.
  const decimals = Math.max(3, shown === 0 ? 0 : Math.ceil(-Math.log10(Math.abs(shown)) - 1e-9));
  return `${formatDecimal(language, shown, { decimals, isGrouped: true })} ${suffix}`.trim();
}

/** How lengths are told: in which unit, and in the manner of which language. */
export type LengthManner = { unit: LengthUnit; language: Language };

/** Metres as text with their unit behind them, such as `1.5 m`. */
export function showLength(metres: number, { unit, language }: LengthManner, decimals = 3): string {
  const quantity = quantityOf('metres', unit);
  return `${showQuantity(metres, quantity, { language, decimals })} ${quantity.suffix}`;
}

/**
 * Reads what somebody typed: a number, a sum with `+ - * / ( )`, fractions such as `6 1/2`, and units such as `10 cm`,
 * `5'6"` or `45°`. Bare numbers are in the unit that is shown. Null when it is none of that.
 */
export function readQuantity(text: string, quantity: Quantity): number | null {
  const tokens = tokenize(text, quantity);
  if (!tokens || tokens.length === 0) {
    return null;
  }
  const reader = { tokens, at: 0 };
  const value = readSum(reader);
  const isWhole = reader.at === tokens.length && value !== null && Number.isFinite(value);
  return isWhole ? value / quantity.factor : null;
}

type Token = number | '+' | '-' | '*' | '/' | '(' | ')';
type Reader = { tokens: readonly Token[]; at: number };

const PATTERN = /\s*(?:([\d.,]*\d[\d.,]*(?:e[-+]?\d+)?)\s*([a-z]+|°|%|'|")?|([-+*/()]))/iy;

/** What else is written for signs and fractions, as phones and other keyboards have them, and what that is here. */
const WRITTEN = [
  [/[’‘′]/g, "'"],
  [/[”“″]|''/g, '"'],
  [/º/g, '°'],
  [/×/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
  [/¼/g, ' 1/4'],
  [/½/g, ' 1/2'],
  [/¾/g, ' 3/4'],
] as const;
/** A fraction behind a whole, or with a unit, is one number; else it is a quotient. */
const FRACTIONS = [
  /(?<![\d.,])(\d+)\s+(\d+)\/(\d+)(?![\d.,])/g,
  /(?<![\d.,]|\/\s*)()(\d+)\/(\d+)(?=\s*[a-z°%'"])/gi,
];

/** Numbers in the shown unit, and signs. What is said in two units, such as feet and inches, is one number. */
function tokenize(text: string, quantity: Quantity): Token[] | null {
  const tokens: Token[] = [];
  const trimmed = inPlainSigns(text).trim();
  let unitBefore: string | undefined;
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < trimmed.length) {
    const [, digits = '', named, sign] = PATTERN.exec(trimmed) ?? [];
    if (sign) {
      tokens.push(sign as Token);
      unitBefore = undefined;
      continue;
    }
    const before = tokens.at(-1);
    const isMore = typeof before === 'number';
    // What follows feet without a unit is inches.
    const unit = named?.toLowerCase() ?? (isMore && FEET.has(unitBefore ?? '') ? '"' : undefined);
    const value = inShownUnit(readDigits(digits), unit, quantity);
    if (value === null || (isMore && (unitBefore === undefined || unit === undefined))) {
      return null;
    }
    tokens.splice(isMore ? -1 : tokens.length, 1, isMore ? before + value : value);
    unitBefore = unit;
  }
  return tokens;
}

function inPlainSigns(text: string): string {
  const plain = WRITTEN.reduce((so, [sign, own]) => so.replace(sign, own), text);
  return FRACTIONS.reduce(
    (so, fraction) =>
      so.replace(fraction, (_, whole, above, below) => String(Number(whole) + Number(above) / Number(below))),
    plain,
  );
}

function inShownUnit(value: number, unit: string | undefined, { factor, units }: Quantity): number | null {
  const scale = unit === undefined ? 1 / factor : units[unit];
  return scale === undefined || Number.isNaN(value) ? null : value * scale * factor;
}

const GROUPED = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;

/**
 * Digits with a point or a comma before the decimals, and the other one, or several of one, between thousands, and a power
 * of ten such as `e3`; else NaN.
 */
function readDigits(text: string): number {
  const [digits = '', power = '0'] = text.toLowerCase().split('e');
  const signs = digits.replaceAll(/\d/g, '');
  if (signs.length <= 1) {
    return Number(`${digits.replace(',', '.')}e${power}`);
  }
  const [, group = ''] = GROUPED.exec(digits) ?? [];
  return group === '' ? Number.NaN : Number(`${digits.replaceAll(group, '').replace(',', '.')}e${power}`);
}

function readSum(reader: Reader): number | null {
  let sum = readProduct(reader);
  for (
    let sign = reader.tokens[reader.at];
    sum !== null && (sign === '+' || sign === '-');
    sign = reader.tokens[reader.at]
  ) {
    reader.at += 1;
    const next = readProduct(reader);
    sum = next === null ? null : sign === '+' ? sum + next : sum - next;
  }
  return sum;
}

function readProduct(reader: Reader): number | null {
  let product = readFactor(reader);
  for (
    let sign = reader.tokens[reader.at];
    product !== null && (sign === '*' || sign === '/');
    sign = reader.tokens[reader.at]
  ) {
    reader.at += 1;
    const next = readFactor(reader);
    product = next === null ? null : sign === '*' ? product * next : product / next;
  }
  return product;
}

function readFactor(reader: Reader): number | null {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  if (typeof token === 'number') {
    return token;
  }
  if (token === '-' || token === '+') {
    const value = readFactor(reader);
    return value === null || token === '+' ? value : -value;
  }
  if (token !== '(') {
    return null;
  }
  const value = readSum(reader);
  const isClosed = reader.tokens[reader.at] === ')';
  reader.at += 1;
  return isClosed ? value : null;
}
