import { z } from 'zod';
import type { Language } from '../i18n/t.ts';

const LENGTH = 40;
/** Placeholder for a name that was only an address. */
const NOTHING = '…';

/** Text that mailboxes turn into links: addresses, schemes, domains and IP addresses. */
const LINK = /@|:\/\/|[^\s.。][.。][\p{L}\p{M}]{2,}|\d(?:\.\d+){3}/iu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

/**
 * A user-chosen name for a mail: on one line, at most 40 characters, and without words that mailboxes turn
 * into links. So a name cannot be used as an advertisement.
 */
export function nameInMail(name: string): string {
  const words = name
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .split(' ')
    // Compatibility forms of letters and dots lead to the same addresses.
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
 * A name in the props of a mail. A nullable name is null where its author has no confirmed address: the
 * author could be anyone, including an account opened in the name of the recipient.
 */
export const mailName = z.string().transform(nameInMail);

/** Stands for a person whose name is hidden. */
export const UNNAMED_ACTOR = { en: 'Somebody', es: 'Alguien' } as const;
/** Stands for a workspace whose name is hidden, in mails to its owner. */
export const OWN_WORKSPACE = { en: 'your workspace', es: 'tu espacio de trabajo' } as const;

/** Title that greets a person by name, if the name is known; `sentence` begins with a small letter. */
export function greet(language: Language, name: string | null, sentence: string): string {
  if (name === null) {
    return capitalize(sentence);
  }
  return { en: `Hello ${name}, ${sentence}`, es: `Hola, ${name}: ${sentence}` }[language];
}

/** Returns the sentence with a capital first letter. */
export function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
