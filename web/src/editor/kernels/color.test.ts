import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOR_FORMATS, hexOfHsv, hsvOf, readColor, showColor } from './color.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`);

describe('readColor', () => {
  it.each([
    ['#1D6AE7', '#1d6ae7'],
    ['fff', '#ffffff'],
    [' rgb(29, 106, 231) ', '#1d6ae7'],
    ['rgb(100% 0% 0%)', '#ff0000'],
    ['29 106 231', '#1d6ae7'],
    ['hsl(120 100% 50%)', '#00ff00'],
    ['hsl(-120deg, 100%, 50%)', '#0000ff'],
    ['hsla(0, 0%, 200%)', '#ffffff'],
    ['rgb(300 -5 0)', '#ff0000'],
    ['red', '#ff0000'],
    [' RebeccaPurple ', '#663399'],
    ['navy', '#000080'],
    ['darkgrey', '#a9a9a9'],
    ['hsl(0.5turn 100% 50%)', '#00ffff'],
  ])('reads %s as %s', (text, expected) => {
    expect(readColor(text)).toEqual({ hex: expected, alpha: 1 });
  });

  it.each([
    ['transparent', '#000000', 0],
    ['#f008', '#ff0000', 136 / 255],
    ['#1D6AE733', '#1d6ae7', 0.2],
    ['rgba(29, 106, 231, 0.5)', '#1d6ae7', 0.5],
    ['hsl(120 100% 50% / 25%)', '#00ff00', 0.25],
    ['rgb(255 0 0 / 7)', '#ff0000', 1],
  ])('reads %s as %s with the opacity %d', (text, hex, alpha) => {
    expect(readColor(text)).toEqual({ hex, alpha });
  });

  it.each([
    '',
    '#12',
    '#12345',
    'bluish',
    'constructor',
    '#1234567',
    'rgb(1 2)',
    'rgb(1 2 3',
    'hsl(a b c)',
    '1 2 3 4',
    'rgb(1 2 3 4 5)',
    'NaN 0 0',
    '1e9 0 0',
  ])('returns null for %j', (text) => {
    expect(readColor(text)).toBeNull();
  });

  it('reads all formats of showColor, exactly except for hsl', () => {
    fc.assert(
      fc.property(hex, (color) => {
        expect(readColor(showColor(color, 'hex'))?.hex).toBe(color);
        expect(readColor(showColor(color, 'rgb'))?.hex).toBe(color);
        expect(readColor(showColor(color, 'hsl'))?.hex).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
    expect(COLOR_FORMATS.map((format) => showColor('#ff8000', format))).toEqual([
      '#ff8000',
      'rgb(255 128 0)',
      'hsl(30 100% 50%)',
    ]);
  });
});

describe('hsvOf', () => {
  it('is inverted by hexOfHsv', () => {
    fc.assert(
      fc.property(hex, (color) => {
        expect(hexOfHsv(hsvOf(color))).toBe(color);
      }),
    );
  });

  it('returns hue and saturation 0 for grays', () => {
    expect(hsvOf('#808080')).toMatchObject({ hue: 0, saturation: 0 });
  });
});
