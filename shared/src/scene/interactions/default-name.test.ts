import { expect, it } from 'vitest';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { LANGUAGES } from '../../i18n/t.ts';
import { isDefaultName } from './default-name.ts';

it.each(LANGUAGES)('knows the names of new interactions in %s', async (language) => {
  const translations = await loadTranslations('interactions');
  expect(isDefaultName(translations[language]('interactions.new', { number: 12 }))).toBe(true);
});

it.each(['', 'Open the door', 'Interaction', 'Interaction 1 with the lamp'])('%j is a name', (name) => {
  expect(isDefaultName(name)).toBe(false);
});
