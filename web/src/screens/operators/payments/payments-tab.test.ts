import { expect, it } from 'vitest';
import { parseAmount, writeAmount } from './payments-tab.tsx';

it.each([
  ['12', 1_200],
  [' 12.5 ', 1_250],
  ['12,50', 1_250],
  ['0.29', 29],
  ['1.005', null],
  ['1,000.00', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('parseAmount reads %j as %j cents', (text, cents) => {
  expect(parseAmount(text)).toBe(cents);
});

it('parseAmount reads the output of writeAmount', () => {
  expect([29, 1_250, 19_200_000].map((cents) => parseAmount(writeAmount(cents)))).toEqual([
    29, 1_250, 19_200_000,
  ]);
});
