import { expect, it, vi } from 'vitest';
import { troubleOf } from './no-webgl.ts';
import { createRenderer } from './renderer.ts';

it('troubleOf distinguishes missing WebGL from other errors', () => {
  const canvas = {
    getContext: () => null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    style: {},
  };
  vi.stubGlobal('document', { createElementNS: () => canvas });
  vi.spyOn(console, 'error').mockReturnValue();
  const caught = (() => {
    try {
      return createRenderer('picture');
    } catch (error) {
      return error;
    }
  })();
  expect(troubleOf(caught)).toBe('noWebgl');
  expect(troubleOf(new TypeError('Failed to fetch dynamically imported module'))).toBe('broken');
});
