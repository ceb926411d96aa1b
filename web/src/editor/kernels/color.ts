import { Color } from 'three';

/** HSV colour: `hue` in degrees below 360, `saturation` and `value` from 0 to 1. */
export type Hsv = { hue: number; saturation: number; value: number };

/** Text formats of a colour. */
export const COLOR_FORMATS = ['hex', 'rgb', 'hsl'] as const;
type ColorFormat = (typeof COLOR_FORMATS)[number];

type Rgb = readonly [number, number, number];

/** Parsed colour: lower-case `#rrggbb`, and opacity from 0 to 1. */
type ReadColor = { hex: string; alpha: number };

const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const CALLED = /^(rgb|hsl)a?\s*\(([^()]*)\)$/i;
const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+))(%|deg|g?rad|turn)?$/i;
const DEGREES: Readonly<Record<string, number>> = { turn: 360, rad: 180 / Math.PI, grad: 0.9 };
const NAMES: Readonly<Record<string, number>> = Color.NAMES;

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
    return { hex: `#${(NAMES[trimmed] ?? 0).toString(16).padStart(6, '0')}`, alpha: 1 };
  }
  const digits = HEX.exec(trimmed)?.[1];
  return digits ? readDigits(digits) : readCalled(trimmed);
}

export function showColor(hex: string, format: ColorFormat): string {
  if (format === 'hex') {
    return hex;
  }
  const rgb = rgbOf(hex);
  if (format === 'rgb') {
    return `rgb(${rgb.join(' ')})`;
  }
  const { hue, saturation, lightness } = hslOf(rgb);
  return `hsl(${Math.round(hue)} ${percent(saturation)} ${percent(lightness)})`;
}

/** HSV of a colour; the hue of greys is 0. */
export function hsvOf(hex: string): Hsv {
  const [red, green, blue] = rgbOf(hex);
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  return { hue: hueOf([red, green, blue]), saturation: most === 0 ? 0 : span / most, value: most / 255 };
}

export function hexOfHsv({ hue, saturation, value }: Hsv): string {
  const at = (offset: number) => {
    const k = (offset + hue / 60) % 6;
    return 255 * (value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return hexOf([at(5), at(3), at(1)]);
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
  const channels = [first, second, third] as const;
  const hex = name === 'hsl' ? hexOfHsl(channels) : hexOf([channel(first), channel(second), channel(third)]);
  return { hex, alpha: cover ? clamp(cover.unit === '%' ? cover.amount / 100 : cover.amount, 1) : 1 };
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
  return unit === '%' ? amount * 2.55 : amount;
}

function hexOfHsl([turn, dye, light]: readonly [Part, Part, Part]): string {
  const degrees = turn.amount * (DEGREES[turn.unit] ?? 1);
  const hue = ((degrees % 360) + 360) % 360;
  const lightness = clamp(light.amount / 100, 1);
  const reach = clamp(dye.amount / 100, 1) * Math.min(lightness, 1 - lightness);
  const at = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return hexOf([at(0), at(8), at(4)]);
}

function hslOf(rgb: Rgb): { hue: number; saturation: number; lightness: number } {
  const most = Math.max(...rgb) / 255;
  const least = Math.min(...rgb) / 255;
  const lightness = (most + least) / 2;
  const room = 1 - Math.abs(2 * lightness - 1);
  return { hue: hueOf(rgb), saturation: room === 0 ? 0 : (most - least) / room, lightness };
}

function hueOf(rgb: Rgb): number {
  const [red, green, blue] = rgb;
  const most = Math.max(...rgb);
  const span = most - Math.min(...rgb);
  if (span === 0) {
    return 0;
  }
  if (most === red) {
    return (((green - blue) / span) * 60 + 360) % 360;
  }
  return most === green ? ((blue - red) / span) * 60 + 120 : ((red - green) / span) * 60 + 240;
}

function rgbOf(hex: string): Rgb {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [(bits >> 16) & 255, (bits >> 8) & 255, bits & 255];
}

function hexOf(rgb: Rgb): string {
  const digits = rgb.map((amount) => Math.round(clamp(amount, 255)).toString(16).padStart(2, '0'));
  return `#${digits.join('')}`;
}

function clamp(amount: number, most: number): number {
  return Math.min(Math.max(amount, 0), most);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
