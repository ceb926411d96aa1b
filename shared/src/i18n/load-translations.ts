import type { Messages, NamespaceName } from './catalogues.ts';
import { type Catalogue, LANGUAGES, type Language, type Translate, translator } from './t.ts';

/** Translate function of a namespace by language. */
export type TranslateByLanguage<Name extends NamespaceName> = Readonly<
  Record<Language, Translate<Messages<Name>>>
>;

/** Loads a namespace in every language, for services. Pages fetch the language of the reader only. */
export async function loadTranslations<Name extends NamespaceName>(
  name: Name,
): Promise<TranslateByLanguage<Name>> {
  const entries = LANGUAGES.map(async (language) => [language, await loadTranslate(name, language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as TranslateByLanguage<Name>;
}

async function loadTranslate<Name extends NamespaceName>(name: Name, language: Language) {
  const [folder, file] = name.includes('/') ? name.split('/') : [undefined, name];
  // The bundler of tests knows templates with one variable for each part of a path.
  const { messages }: { messages: Catalogue } =
    folder === undefined
      ? await import(`./${language}/${file}.ts`)
      : await import(`./${language}/${folder}/${file}.ts`);
  return translator<Messages<Name>>(language, messages as Record<keyof Messages<Name>, string>);
}
