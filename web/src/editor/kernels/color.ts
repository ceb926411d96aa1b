import { Color, LinearSRGBColorSpace } from 'three';

/** HSV colour: `hue` in degrees below 360, `saturation` and `value` from 0 to 1. */
export type Hsv = { hue: number; saturation: number; value: number };

/** Text formats of a colour. */
export const COLOR_FORMATS = ['hex', 'rgb', 'hsl'] as const;
type ColorFormat = (typeof COLOR_FORMATS)[number];

/** Parsed colour: lower-case `#rrggbb`, and opacity from 0 to 1. */
type ReadColor = { hex: string; alpha: number };

const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const CALLED = /^(rgb|hsl)a?\s*\(([^()]*)\)$/i;
const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+))(%|deg|g?rad|turn)?$/i;
const DEGREES: Readonly<Record<string, number>> = { turn: 360, rad: 180 / Math.PI, grad: 0.9 };
const NAMES: Readonly<Record<string, number>> = Color.NAMES;
/** The space in which three computes: numbers stay as they are given. */
const AS_GIVEN = LinearSRGBColorSpace;

/**
 * Parses a CSS-like colour: `tomato`, `#1d6ae7`, `fff`, `rgb(29 106 231 / 50%)`, `hsl(217, 81%, 51%)`, or
 * three numbers up to 255. Returns null for an invalid one.
 */
export function readColor(text: string): ReadColor | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === 'transparent') {
    return { hex: '#000000', alpha: 0 };
  }
  if (Object.hasOwn(NAMES, trimmed)) {
    return { hex: hexOf(new Color().setHex(NAMES[trimmed] ?? 0, AS_GIVEN)), alpha: 1 };
  }
  const digits = HEX.exec(trimmed)?.[1];
  return digits ? readDigits(digits) : readCalled(trimmed);
}

export function showColor(hex: string, format: ColorFormat): string {
  if (format === 'hex') {
    return hex;
  }
  const color = colorOf(hex);
  if (format === 'rgb') {
    return `rgb(${color
      .toArray()
      .map((share) => Math.round(share * 255))
      .join(' ')})`;
  }
  const { h, s, l } = hslOf(color);
  return `hsl(${Math.round(h * 360)} ${percent(s)} ${percent(l)})`;
}

/** HSV of a colour; the hue of greys is 0. */
export function hsvOf(hex: string): Hsv {
  const { h, s, l } = hslOf(colorOf(hex));
  const value = l + s * Math.min(l, 1 - l);
  return { hue: h * 360, saturation: value === 0 ? 0 : 2 * (1 - l / value), value };
}

export function hexOfHsv({ hue, saturation, value }: Hsv): string {
  const lightness = value * (1 - saturation / 2);
  const room = Math.min(lightness, 1 - lightness);
  const share = room === 0 ? 0 : (value - lightness) / room;
  return hexOf(new Color().setHSL(hue / 360, share, lightness));
}

type Part = { amount: number; unit: string };

function readDigits(digits: string): ReadColor {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const alpha = long.length === 8 ? Number.parseInt(long.slice(6), 16) / 255 : 1;
  return { hex: `#${long.slice(0, 6)}`, alpha };
}

function readCalled(text: string): ReadColor | null {
  const [, name, inside] = CALLED.exec(text) ?? [];
  const parts = readParts(inside ?? text);
  const [first, second, third, cover, ...more] = parts ?? [];
  // Bare numbers have no alpha.
  if (!first || !second || !third || more.length > 0 || (cover && name === undefined)) {
    return null;
  }
  const color = new Color();
  if (name === 'hsl') {
    const degrees = first.amount * (DEGREES[first.unit] ?? 1);
    color.setHSL(degrees / 360, second.amount / 100, third.amount / 100);
  } else {
    color.setRGB(channel(first), channel(second), channel(third));
  }
  return {
    hex: hexOf(color),
    alpha: cover ? clamp(cover.unit === '%' ? cover.amount / 100 : cover.amount, 1) : 1,
  };
}

function readParts(text: string): Part[] | null {
  const words = text.split(/[\s,/]+/).filter(Boolean);
  const parts = words.flatMap((word) => {
    const [, amount, unit = ''] = NUMBER.exec(word) ?? [];
    return amount === undefined ? [] : { amount: Number(amount), unit };
  });
  return parts.length === words.length ? parts : null;
}

function channel({ amount, unit }: Part): number {
  return amount / (unit === '%' ? 100 : 255);
}

function colorOf(hex: string): Color {
  return new Color().setStyle(hex, AS_GIVEN);
}

function hslOf(color: Color) {
  return color.getHSL({ h: 0, s: 0, l: 0 });
}

function hexOf(color: Color): string {
  return `#${color.getHexString(AS_GIVEN)}`;
}

function clamp(amount: number, most: number): number {
  return Math.min(Math.max(amount, 0), most);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
