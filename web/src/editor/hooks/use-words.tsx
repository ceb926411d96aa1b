import { type Language, translator } from '@diorama/shared/i18n/t.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useLanguage } from '../../hooks/use-language.tsx';
import type { EditorMessages, Words } from './words.ts';

type Catalogue = Record<keyof EditorMessages, string>;

const LOADERS: Record<Language, () => Promise<Catalogue>> = {
  en: async () => {
    const [{ editorEn }, { sceneEn }] = await Promise.all([
      import('@diorama/shared/i18n/editor.en.ts'),
      import('@diorama/shared/i18n/scene.en.ts'),
    ]);
    return { ...editorEn, ...sceneEn };
  },
  es: async () => {
    const [{ editorEs }, { sceneEs }] = await Promise.all([
      import('@diorama/shared/i18n/editor.es.ts'),
      import('@diorama/shared/i18n/scene.es.ts'),
    ]);
    return { ...editorEs, ...sceneEs };
  },
};

const loaded = new Map<Language, Promise<Catalogue>>();

function load(language: Language): Promise<Catalogue> {
  const known = loaded.get(language);
  if (known) {
    return known;
  }
  const words = LOADERS[language]();
  loaded.set(language, words);
  // A failed fetch must not be the answer for ever.
  words.catch(() => loaded.delete(language));
  return words;
}

const WordsContext = createContext<Words | null>(null);

/** Gives the editor its words; suspends until they are there. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const catalogue = use(load(language));
  const value = useMemo(
    () => ({ language, t: translator<EditorMessages>(language, catalogue) }),
    [language, catalogue],
  );
  return <WordsContext value={value}>{children}</WordsContext>;
}

/** The words of the editor. @throws outside of `WordsProvider` */
export function useWords(): Words {
  const words = use(WordsContext);
  if (words === null) {
    throw new Error('useWords needs a WordsProvider above it');
  }
  return words;
}
