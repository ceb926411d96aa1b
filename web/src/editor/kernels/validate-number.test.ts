import { describe, expect, it } from 'vitest';
import { validateNumber, withinRange } from './validate-number.ts';

const share = { unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;
const length = { unit: 'metres', min: 1e-4, max: 1e6, step: 0.01 } as const;
const scale = { unit: 'factor', min: -1e6, max: 1e6, step: 0.01, leastSize: 0.001 } as const;
const count = { unit: 'count', min: 1, max: 12, step: 1 } as const;

describe('A number that was typed', () => {
  it('is taken as it is within its range', () => {
    expect(validateNumber(0.4, share)).toEqual({ value: 0.4, fault: null });
    expect(validateNumber(0, share)).toEqual({ value: 0, fault: null });
    expect(validateNumber(2.6, count)).toEqual({ value: 3, fault: null });
  });

  it('is the nearest that goes where it is beyond, and that is told', () => {
    expect(validateNumber(1e9, length)).toEqual({ value: 1e6, fault: 'many' });
    expect(validateNumber(-0.5, share)).toEqual({ value: 0, fault: 'few' });
    expect(validateNumber(1e-9, length)).toEqual({ value: 1e-4, fault: 'few' });
  });

  it('is the nearest that fits what is there, and that is told rather than a bound', () => {
    const fit = (value: number) => Math.min(value, 4);
    expect(validateNumber(3, length, fit)).toEqual({ value: 3, fault: null });
    expect(validateNumber(50, length, fit)).toEqual({ value: 4, fault: 'unfit' });
    expect(validateNumber(1e9, length, fit)).toEqual({ value: 4, fault: 'unfit' });
    expect(validateNumber(3, length, (value) => value + 1e-7)).toMatchObject({ fault: null });
  });

  it('is not taken where it is none, or where only sizes go', () => {
    expect(validateNumber(null, share)).toEqual({ value: null, fault: 'unreadable' });
    expect(validateNumber(0, length)).toEqual({ value: null, fault: 'positive' });
    expect(validateNumber(-3, count)).toEqual({ value: null, fault: 'positive' });
  });

  it('may mirror where it scales, but leaves nothing flat', () => {
    expect(validateNumber(-2, scale)).toEqual({ value: -2, fault: null });
    expect(validateNumber(0, scale)).toEqual({ value: null, fault: 'positive' });
    expect(validateNumber(-1e-9, scale)).toEqual({ value: null, fault: 'positive' });
  });
});

describe('A number that is dragged', () => {
  it('stays within its range, whole where things are counted', () => {
    expect([withinRange(-2, share), withinRange(7.4, count), withinRange(99, count)]).toEqual([0, 7, 12]);
  });

  it('passes by nothing on its way to the other side, where it scales', () => {
    expect([0.01, 0, -1e-9, -0.01].map((value) => withinRange(value, scale))).toEqual([
      0.01, 0.001, -0.001, -0.01,
    ]);
  });
});
