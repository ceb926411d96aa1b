import type { Messages, PageNamespace } from '@diorama/shared/i18n/catalogues.ts';
import { type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { createCatalogueLoader } from './catalogue-loader.ts';

/** Language and translate function for one area of the product. */
export type Translations<Name extends PageNamespace> = { language: Language; t: Translate<Messages<Name>> };

/** One chunk for each namespace and language. */
const FILES = import.meta.glob('./*/*.ts', { import: 'messages', base: '../../../shared/src/i18n' });

/** Fetches a namespace in a language, once for each. */
export function fetchTranslations<Name extends PageNamespace>(
  name: Name,
  language: Language,
): Promise<Translations<Name>> {
  const load = loaders.get(name) ?? createCatalogueLoader((which) => loadTranslations(name, which));
  loaders.set(name, load);
  return load(language) as Promise<Translations<Name>>;
}

const loaders = new Map<PageNamespace, (language: Language) => Promise<unknown>>();

async function loadTranslations<Name extends PageNamespace>(
  name: Name,
  language: Language,
): Promise<Translations<Name>> {
  const messages = await fetchMessages<Record<keyof Messages<Name>, string>>(name, language);
  return { language, t: translator<Messages<Name>>(language, messages) };
}

/** Fetches the contents of a file of texts in a language. */
export function fetchMessages<Contents>(name: string, language: Language): Promise<Contents> {
  const load = FILES[`./${language}/${name}.ts`];
  return load ? (load() as Promise<Contents>) : Promise.reject(new Error(`No texts are named ${name}`));
}
