import { expect, it } from 'vitest';
import { uniqueName } from './unique-name.ts';

it('uniqueName keeps a free name and numbers a taken one', () => {
  const taken = new Set(['Wood', 'Wood 2']);
  expect(uniqueName('Steel', taken)).toBe('Steel');
  expect(uniqueName('Wood', taken)).toBe('Wood 3');
});

it('uniqueName counts from the given number after the given separator', () => {
  expect(uniqueName('Bone', new Set(['Bone']), { separator: '_', from: 1 })).toBe('Bone_1');
});
