import type { Language } from './t.ts';

/** Name of a copied scene, without a distinguishing number. */
const COPY_OF: Record<Language, (name: string) => string> = {
  en: (name) => `Copy of ${name}`,
  es: (name) => `Copia de ${name}`,
};
/** Prefixes of copies and trailing numbers, which are removed from the name of a copied copy. */
const OF_COPY: Record<Language, RegExp> = {
  en: /^Copy of (.+?)(?: \(\d+\))?$/s,
  es: /^Copia de (.+?)(?: \(\d+\))?$/s,
};

/** Names a copy after its original: `Kitchen` and `Copy of Kitchen` both become `Copy of Kitchen`. */
export function nameOfCopy(language: Language, name: string): string {
  return COPY_OF[language](OF_COPY[language].exec(name)?.[1] ?? name);
}
