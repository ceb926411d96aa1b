import type { Language } from './t.ts';

/** What a copy of a scene is called, before a number sets it apart from others. */
const COPY_OF: Record<Language, (name: string) => string> = {
  en: (name) => `Copy of ${name}`,
  es: (name) => `Copia de ${name}`,
};
/** The beginnings above and numbers at the end, which a copy of a copy does not pile up. */
const OF_COPY: Record<Language, RegExp> = {
  en: /^Copy of (.+?)(?: \(\d+\))?$/s,
  es: /^Copia de (.+?)(?: \(\d+\))?$/s,
};

/** Calls a copy after its original: `Kitchen` and `Copy of Kitchen` both become `Copy of Kitchen`. */
export function nameOfCopy(language: Language, name: string): string {
  return COPY_OF[language](OF_COPY[language].exec(name)?.[1] ?? name);
}
