import { expect, it } from 'vitest';
import { uniqueName } from './unique-name.ts';

it('keeps a name that is free, and numbers one that is taken', () => {
  const taken = new Set(['Wood', 'Wood 2']);
  expect(uniqueName('Steel', taken)).toBe('Steel');
  expect(uniqueName('Wood', taken)).toBe('Wood 3');
});

it('counts from the given number, behind the given separator', () => {
  expect(uniqueName('Bone', new Set(['Bone']), { separator: '_', from: 1 })).toBe('Bone_1');
});
