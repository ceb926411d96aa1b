import { expect, it } from 'vitest';
import { formatAge } from './format-age.ts';

it.each([
  [0, '0 seconds'],
  [-3, '0 seconds'],
  [1.9, '1 second'],
  [119, '1 minute'],
  [7_200, '2 hours'],
  [200_000, '2 days'],
])('formatAge formats %d seconds as %s', (seconds, text) => {
  expect(formatAge('en', seconds)).toBe(text);
});

it('formatAge formats ages in Spanish', () => {
  expect(formatAge('es', 180)).toBe('3 minutos');
});
