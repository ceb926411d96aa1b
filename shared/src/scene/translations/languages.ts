import type { SceneDocument, Translation } from '../document.ts';
import type { FieldValues } from '../field-values.ts';
import { ownMember } from '../json.ts';

type Translations = Pick<SceneDocument, 'translations'>;

/** The languages of a scene, its own first; empty for a scene without translations. */
export function languagesOf({ translations }: Translations): string[] {
  const original = originalOf(translations);
  const others = Object.keys(translations).filter((language) => !translations[language]?.original);
  return others.length === 0 ? [] : [...(original === undefined ? [] : [original]), ...others.toSorted()];
}

/** The language of the scene's own texts; undefined where it is unknown. */
export function originalOf(translations: SceneDocument['translations']): string | undefined {
  return Object.keys(translations)
    .toSorted()
    .find((language) => translations[language]?.original);
}

/**
 * The language in which a reader sees a scene: the first wish that the scene has, with or without its region.
 * @returns undefined for the scene's own texts
 */
export function languageFor(scene: Translations, preferred: readonly string[]): string | undefined {
  const languages = languagesOf(scene);
  const found = preferred
    .map((language) => {
      const exact = languages.find((one) => one.toLowerCase() === language.toLowerCase());
      return exact ?? languages.find((one) => baseOf(one) === baseOf(language));
    })
    .find((language) => language !== undefined);
  return found === undefined || ownMember(scene.translations, found)?.original ? undefined : found;
}

/** A translation without empty texts; nothing for the scene's own language. */
export function translationIn({ translations }: Translations, language?: string): Partial<Translation> {
  const found = language === undefined ? undefined : ownMember(translations, language);
  return found && !found.original ? { ...found, values: writtenTexts(found.values) } : {};
}

/** An empty text counts as not translated. */
function writtenTexts(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
