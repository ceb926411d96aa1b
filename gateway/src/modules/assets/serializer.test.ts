import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { expect, it } from 'vitest';
import { serializeFailure } from './serializer.ts';

const DETAIL = JSON.stringify(importMessage('gltf.version', { version: '1.0' }));

it.each(['en', 'es'] as const)('a failure message ends in its detail, in %s', (language) => {
  for (const code of ['sky.invalid', 'font.invalid', 'import.failed', 'texture.invalid']) {
    const message = serializeFailure(code, DETAIL, language)?.message ?? '';
    expect(message).toMatch(/[^.:]: (The file is|El archivo es) glTF 1\.0\. \S+ (it as|como) glTF 2\.0\.$/);
  }
});

it('a failure without a detail, or with one of an older release, shows only its title', () => {
  expect(serializeFailure('sky.invalid', 'Empty', 'en')?.message).toBe('This sky is damaged or too large.');
  expect(serializeFailure('sky.invalid', null, 'en')?.message).toBe('This sky is damaged or too large.');
  expect(serializeFailure(null, null, 'en')).toBeNull();
});

it('a failure message is translated, including its detail', () => {
  expect(serializeFailure('import.format', DETAIL, 'en')?.message).toContain(
    'The file is glTF 1.0. Export it as glTF 2.0.',
  );
  expect(serializeFailure('import.format', DETAIL, 'es')?.message).toMatch(
    /El archivo es glTF 1\.0\. Expórtalo como glTF 2\.0\.$/,
  );
});
