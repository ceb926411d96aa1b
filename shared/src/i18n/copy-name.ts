import { loadTranslations } from './load-translations.ts';
import { findText, type Language, splitMessage } from './t.ts';

const translations = await loadTranslations('server/defaults');

/** Number that distinguishes equal names. */
const NUMBER = / \(\d+\)$/;

/** Names a copy after its original: `Kitchen` and `Copy of Kitchen` both become `Copy of Kitchen`. */
export function nameOfCopy(language: Language, name: string): string {
  const t = translations[language];
  const [before = '', , after = ''] = splitMessage(findText(t, 'scene.copy') ?? '');
  const plain = name.replace(NUMBER, '');
  const isCopy =
    plain.length > before.length + after.length && plain.startsWith(before) && plain.endsWith(after);
  return isCopy ? plain : t('scene.copy', { name });
}
