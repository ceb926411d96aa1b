import { expect, it } from 'vitest';
import { isImplausibleScale } from './implausible-scale.ts';

it.each([
  [0, false],
  [0.12, true],
  [1, false],
  [80, false],
  [12_000, true],
])('isImplausibleScale for a scene of %d meters across is %s', (across, isImplausible) => {
  expect(isImplausibleScale(across)).toBe(isImplausible);
});
