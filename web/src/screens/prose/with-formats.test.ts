import { FORMATS } from '@diorama/shared/domain/formats.ts';
import { messages as proseEn } from '@diorama/shared/i18n/en/prose.ts';
import { messages as proseEs } from '@diorama/shared/i18n/es/prose.ts';
import { describe, expect, it } from 'vitest';
import { withFormats } from './with-formats.ts';

describe.each([
  ['English', proseEn],
  ['Spanish', proseEs],
])('the help page in %s', (_language, prose) => {
  const text = prose.help.sections
    .flatMap(({ paragraphs }) => paragraphs)
    .map(withFormats)
    .join(' ');

  it.each(Object.values(FORMATS).flatMap(({ extensions }) => [...extensions]))('lists .%s', (extension) => {
    expect(text).toMatch(new RegExp(`\\b${extension}\\b`));
  });

  it('leaves no placeholder unreplaced', () => {
    expect(text).not.toMatch(/[{}]/);
  });
});
