import { formatDecimal } from '@diorama/shared/i18n/format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { FieldUnit } from '@diorama/shared/scene/nodes/define.ts';

/** Unit of displayed lengths. */
export type LengthUnit = SceneDocument['unit'];

/** Display format of a stored number: times `factor`, followed by `suffix`. */
export type Quantity = {
  factor: number;
  suffix: string;
  units: Readonly<Record<string, number>>;
  /** Lengths in feet are written as feet and inches, those in millimetres as whole ones. */
  form?: 'feet' | 'mm' | undefined;
};

/** Metres per unit. */
export const METRES: Readonly<Record<LengthUnit, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  inch: 0.0254,
  feet: 0.3048,
};

/** Names of feet; a following number without a unit is inches. */
const FEET = new Set(["'", 'ft', 'foot', 'feet', 'pie', 'pies']);
const INCHES = ['"', 'in', 'inches', 'pulgada', 'pulgadas'];

/** The same with alternative spellings. */
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

/** Display format of a field's numbers in a scene with the given length unit. */
export function quantityOf(unit: FieldUnit, length: LengthUnit): Quantity {
  switch (unit) {
    case 'metres':
      return {
        factor: 1 / METRES[length],
        // Feet and inches have signs of their own.
        suffix: length === 'feet' ? '' : SUFFIXES[length],
        units: LENGTHS,
        form: length === 'feet' || length === 'mm' ? length : undefined,
      };
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

/** Formats a stored number in a language, with at most `decimals` decimals and no trailing zeros. */
export function showQuantity(
  value: number,
  { factor, form }: Quantity,
  { language, decimals = 3 }: { language: Language; decimals?: number },
): string {
  const shown = value * factor;
  if (form === 'feet') {
    return feetAndInches(shown, language);
  }
  // A length below a millimetre is not zero.
  const isWhole = form === 'mm' && Math.abs(shown) >= 1;
  return formatDecimal(language, shown, { decimals: isWhole ? 0 : decimals });
}

/** Decimals of the inches behind feet. */
const INCH_DECIMALS = 2;

/** Feet as feet and inches, such as `6′ 2″`. */
function feetAndInches(feet: number, language: Language): string {
  const scale = 10 ** INCH_DECIMALS;
  const inches = Math.round(Math.abs(feet) * 12 * scale) / scale;
  const whole = Math.floor(inches / 12);
  const rest = inches - whole * 12;
  const sign = feet < 0 && inches > 0 ? '-' : '';
  const parts = [
    ...(whole > 0 || rest === 0 ? [`${whole}′`] : []),
    ...(rest > 0 ? [`${formatDecimal(language, rest, { decimals: INCH_DECIMALS })}″`] : []),
  ];
  return sign + parts.join(' ');
}

/** The suffix of areas. */
export function areaSuffix(unit: LengthUnit): string {
  return `${SUFFIXES[unit]}²`;
}

/** Formats a field's limit for messages: grouped, and with its unit. */
export function showBound(bound: number, quantity: Quantity, language: Language): string {
  const { factor, suffix, form } = quantity;
  if (form === 'feet') {
    return showQuantity(bound, quantity, { language });
  }
  const shown = bound * factor;
  // A limit smaller than all decimals would be shown as zero.
  const decimals = Math.max(3, shown === 0 ? 0 : Math.ceil(-Math.log10(Math.abs(shown)) - 1e-9));
  return `${formatDecimal(language, shown, { decimals, isGrouped: true })} ${suffix}`.trim();
}

/** Format of lengths: unit and language. */
export type LengthManner = { unit: LengthUnit; language: Language };

/** Metres as text with their unit, such as `1.5 m`. */
export function showLength(metres: number, { unit, language }: LengthManner, decimals = 3): string {
  const quantity = quantityOf('metres', unit);
  return `${showQuantity(metres, quantity, { language, decimals })} ${quantity.suffix}`.trim();
}

/**
 * Parses typed text: a number, an expression with `+ - * / ( )`, or a fraction such as `6 1/2`. Units
 * such as `10 cm`, `5'6"` or `45°` are allowed; bare numbers are in the displayed unit. Null for any other text.
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

/** Alternative characters for signs and fractions, as phones and other keyboards have them, with their replacement. */
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
/** A fraction behind a whole number, or with a unit, is one number; else it is a quotient. */
const FRACTIONS = [
  /(?<![\d.,])(\d+)\s+(\d+)\/(\d+)(?![\d.,])/g,
  /(?<![\d.,]|\/\s*)()(\d+)\/(\d+)(?=\s*[a-z°%'"])/gi,
];

/** Numbers in the displayed unit, and signs. A value in two units, such as feet and inches, is one number. */
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
    // A number after feet without a unit is inches.
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
 * Parses digits. A point or a comma starts the decimals; the other sign, or several of one, separates thousands. A
 * power of ten such as `e3` may follow; else NaN.
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
    if (next === null) {
      return null;
    }
    sum += sign === '+' ? next : -next;
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
    if (next === null) {
      return null;
    }
    product = sign === '*' ? product * next : product / next;
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
