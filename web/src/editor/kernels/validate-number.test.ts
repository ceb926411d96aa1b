import { describe, expect, it } from 'vitest';
import { validateNumber, withinRange } from './validate-number.ts';

const share = { unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;
const length = { unit: 'metres', min: 1e-4, max: 1e6, step: 0.01 } as const;
const scale = { unit: 'factor', min: -1e6, max: 1e6, step: 0.01, leastSize: 0.001 } as const;
const count = { unit: 'count', min: 1, max: 12, step: 1 } as const;

describe('a typed number', () => {
  it('is accepted within its range, rounded for counts', () => {
    expect(validateNumber(0.4, share)).toEqual({ value: 0.4, fault: null });
    expect(validateNumber(0, share)).toEqual({ value: 0, fault: null });
    expect(validateNumber(2.6, count)).toEqual({ value: 3, fault: null });
  });

  it('is clamped to its range, with a fault', () => {
    expect(validateNumber(1e9, length)).toEqual({ value: 1e6, fault: 'many' });
    expect(validateNumber(-0.5, share)).toEqual({ value: 0, fault: 'few' });
    expect(validateNumber(1e-9, length)).toEqual({ value: 1e-4, fault: 'few' });
  });

  it('is clamped to a fitting value, with its own fault', () => {
    const fit = (value: number) => Math.min(value, 4);
    expect(validateNumber(3, length, fit)).toEqual({ value: 3, fault: null });
    expect(validateNumber(50, length, fit)).toEqual({ value: 4, fault: 'unfit' });
    expect(validateNumber(1e9, length, fit)).toEqual({ value: 4, fault: 'unfit' });
    expect(validateNumber(3, length, (value) => value + 1e-7)).toMatchObject({ fault: null });
  });

  it('is rejected when unreadable, or when a size is not positive', () => {
    expect(validateNumber(null, share)).toEqual({ value: null, fault: 'unreadable' });
    expect(validateNumber(0, length)).toEqual({ value: null, fault: 'positive' });
    expect(validateNumber(-3, count)).toEqual({ value: null, fault: 'positive' });
  });

  it('may be negative for a scale, but not zero', () => {
    expect(validateNumber(-2, scale)).toEqual({ value: -2, fault: null });
    expect(validateNumber(0, scale)).toEqual({ value: null, fault: 'positive' });
    expect(validateNumber(-1e-9, scale)).toEqual({ value: null, fault: 'positive' });
  });
});

describe('a dragged number', () => {
  it('stays within its range, rounded for counts', () => {
    expect([withinRange(-2, share), withinRange(7.4, count), withinRange(99, count)]).toEqual([0, 7, 12]);
  });

  it('skips values near zero when a scale changes its sign', () => {
    expect([0.01, 0, -1e-9, -0.01].map((value) => withinRange(value, scale))).toEqual([
      0.01, 0.001, -0.001, -0.01,
    ]);
  });
});
