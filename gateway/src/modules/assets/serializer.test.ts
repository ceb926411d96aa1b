import { expect, it } from 'vitest';
import { serializeFailure } from './serializer.ts';

it.each(['en', 'es'] as const)('a failure with a detail has one end, in %s', (language) => {
  for (const code of ['sky.invalid', 'font.invalid', 'import.failed', 'texture.invalid']) {
    const message = serializeFailure(code, 'The panorama is empty.', language)?.message ?? '';
    expect(message).toMatch(/[^.:]: The panorama is empty\.$/);
  }
});

it('a failure without a detail is told by its title alone', () => {
  expect(serializeFailure('sky.invalid', null, 'en')?.message).toBe('This sky is damaged or too large.');
  expect(serializeFailure(null, null, 'en')).toBeNull();
});

it('a failure is told in a person’s language, with what differs from file to file', () => {
  const detail = 'The file is glTF 1.0. Export it as glTF 2.0.';
  expect(serializeFailure('import.format', detail, 'en')?.message).toContain(detail);
  expect(serializeFailure('import.format', detail, 'es')?.message).toMatch(
    /El archivo es glTF 1\.0\. Expórtalo como glTF 2\.0\.$/,
  );
});
