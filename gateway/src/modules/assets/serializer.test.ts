import { expect, it } from 'vitest';
import { presentFailure } from './serializer.ts';

it.each(['en', 'es'] as const)('a failure with a detail has one end, in %s', (language) => {
  for (const code of ['sky.invalid', 'font.invalid', 'import.failed', 'texture.invalid']) {
    const message = presentFailure(code, 'The panorama is empty.', language)?.message ?? '';
    expect(message).toMatch(/[^.:]: The panorama is empty\.$/);
  }
});

it('a failure without a detail is told by its title alone', () => {
  expect(presentFailure('sky.invalid', null, 'en')?.message).toBe('This panorama is damaged or too large.');
  expect(presentFailure(null, null, 'en')).toBeNull();
});
