import { z } from 'zod';
import type { Language } from '../i18n/t.ts';

const LENGTH = 40;
/** What is left of a name that was nothing but an address. */
const NOTHING = '…';

/** What mailboxes make links of: addresses, schemes, domains and network addresses. */
const LINK = /@|:\/\/|[^\s.。][.。][\p{L}\p{M}]{2,}|\d(?:\.\d+){3}/iu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

/**
 * A name as mails say it, whoever chose it and for what: on one line, at most 40 characters, and without the words that
 * mailboxes would make links of, so that nobody's name can be an advertisement in a mail of ours.
 */
export function nameInMail(name: string): string {
  const words = name
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .split(' ')
    // Wide and other odd forms of letters and dots lead to the same addresses.
    .filter((word) => word !== '' && !LINK.test(word.normalize('NFKC')));
  const letters = [...words.join(' ')];
  if (letters.length === 0) {
    return NOTHING;
  }
  return letters.length <= LENGTH
    ? letters.join('')
    : `${letters
        .slice(0, LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * A name among the props of a mail. One that may be null is left out where nobody has confirmed the address of who chose
 * it: they may be anybody, and write to anybody, also by an account opened in the name of whoever gets the mail.
 */
export const mailName = z.string().transform(nameInMail);

/** Who did something, where a mail does not say their name. */
export const SOMEBODY = { en: 'Somebody', es: 'Alguien' } as const;
/** A workspace whose name a mail does not say, to its owner. */
export const OWN_WORKSPACE = { en: 'your workspace', es: 'tu espacio de trabajo' } as const;

/** A title that greets a person by their name, if a mail may say it; `sentence` begins with a small letter. */
export function greet(language: Language, name: string | null, sentence: string): string {
  if (name === null) {
    return capitalize(sentence);
  }
  return { en: `Hello ${name}, ${sentence}`, es: `Hola, ${name}: ${sentence}` }[language];
}

/** The same with a capital first letter. */
export function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
