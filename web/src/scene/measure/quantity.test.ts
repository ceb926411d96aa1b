import { describe, expect, it } from 'vitest';
import { quantityOf, readQuantity, showBound, showLength, showQuantity } from './quantity.ts';

const metres = quantityOf('metres', 'm');
const centimetres = quantityOf('metres', 'cm');
const degrees = quantityOf('radians', 'm');

describe('a displayed length', () => {
  const shown = (metres: number, unit: 'feet' | 'mm' | 'inch', language: 'en' | 'es' = 'en') =>
    showLength(metres, { unit, language });

  it.each([
    [1.8796, '6′ 2″'],
    [0.3048, '1′'],
    [0, '0′'],
    [0.0254, '1″'],
    [-1.8923, '-6′ 2.5″'],
    [0.30479, '1′'],
    [30.48, '100′'],
  ])('of %d m is %s in feet, and is parsed back', (metres, text) => {
    expect(shown(metres, 'feet')).toBe(text);
    expect(readQuantity(text, quantityOf('metres', 'feet'))).toBeCloseTo(metres, 4);
  });

  it('is a whole number of millimeters unless below one', () => {
    expect(shown(1.23456, 'mm')).toBe('1235 mm');
    expect(shown(0.0004, 'mm')).toBe('0.4 mm');
    expect(shown(1.8923, 'feet', 'es')).toBe('6′ 2,5″');
  });
});

describe('a typed quantity', () => {
  it.each([
    ['2', 2],
    [' 2,5 ', 2.5],
    ['-.5', -0.5],
    ['10 cm', 0.1],
    ['1m + 20cm', 1.2],
    ['2*(3+1)', 8],
    ['10/4', 2.5],
    ['5\'6"', 1.6764],
    ['-5\'6"', -1.6764],
    ['2*5\'6"', 3.3528],
    ["5'6", 1.6764],
    ['1m 20cm', 1.2],
    ['1,000.5', 1000.5],
    ['1.000,5', 1000.5],
    ['1,000,000', 1e6],
    ['1.2.3', null],
    ['5 20', null],
    ['5m 20', null],
    ['1e3', 1000],
    ['1e', null],
    ['2 +', null],
    ['(2', null],
    ['two', null],
    ['', null],
    ['1/0', null],
    ['1/0"', null],
    ['5’6”', 1.6764],
    ['5′6″', 1.6764],
    ['5\' 6 1/2"', 1.6891],
    ['5\'½"', 1.5367],
    ['1/2 cm', 0.005],
    ['10/2', 5],
    ['3 1/2', 3.5],
    ['-3½', -3.5],
    ['3/1/2', 1.5],
    ['2×3', 6],
    ['6÷4', 1.5],
    ['−3', -3],
    ['2 inches', 0.0508],
    ['1 foot 2', 0.3556],
    ['2 pies', 0.6096],
  ])('%j is parsed as %j meters', (text, value) => {
    const read = readQuantity(text, metres);
    if (value === null) {
      expect(read).toBeNull();
    } else {
      expect(read).toBeCloseTo(value, 9);
    }
  });

  it('uses the displayed unit for plain numbers', () => {
    expect(readQuantity('50', centimetres)).toBeCloseTo(0.5, 9);
    expect(readQuantity('1m', centimetres)).toBeCloseTo(1, 9);
    expect(readQuantity('90', degrees)).toBeCloseTo(Math.PI / 2, 9);
    expect(readQuantity('1 rad', degrees)).toBeCloseTo(1, 9);
  });

  it('accepts the unit shown after the field', () => {
    for (const unit of ['radians', 'degrees', 'seconds', 'nits', 'candela', 'lux'] as const) {
      const quantity = quantityOf(unit, 'm');
      expect(readQuantity(`45 ${quantity.suffix}`, quantity)).toBe(readQuantity('45', quantity));
    }
    expect(readQuantity('45º', degrees)).toBeCloseTo(Math.PI / 4, 9);
  });

  it('accepts powers of ten, also with a unit', () => {
    expect(readQuantity('1e9', metres)).toBe(1e9);
    expect(readQuantity('2,5E-1 + 1', metres)).toBe(1.25);
    expect(readQuantity('1.000,5e3', metres)).toBe(1_000_500);
    expect(readQuantity('1e3mm', metres)).toBe(1);
    expect(readQuantity('1e', metres)).toBeNull();
  });

  it('is displayed without needless digits', () => {
    expect(showQuantity(0.5, centimetres, { language: 'en' })).toBe('50');
    expect(showQuantity(-0.0000001, metres, { language: 'en' })).toBe('0');
    expect(showQuantity(Math.PI / 2, degrees, { language: 'en' })).toBe('90');
  });

  it('has thousands separators and its unit when displayed as a limit', () => {
    expect(showBound(10_000, metres, 'en')).toBe('10,000 m');
    expect(showBound(10_000, metres, 'es')).toBe('10.000 m');
    expect(showBound(0.001, metres, 'es')).toBe('0,001 m');
    expect(showBound(0.0001, metres, 'en')).toBe('0.0001 m');
    expect(showBound(0, metres, 'en')).toBe('0 m');
    expect(showBound(12_345, quantityOf('count', 'm'), 'en')).toBe('12,345');
  });

  it.each(['en', 'es'] as const)('is parsed back as displayed, in %s', (language) => {
    for (const value of [0.125, -1234.5, 1e6]) {
      expect(readQuantity(showQuantity(value, metres, { language }), metres)).toBe(value);
      expect(readQuantity(showLength(value, { unit: 'cm', language }), centimetres)).toBeCloseTo(value, 9);
    }
    expect(showLength(1234.5, { unit: 'm', language: 'es' })).toBe('1234,5 m');
  });
});
