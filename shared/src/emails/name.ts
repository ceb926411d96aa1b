import { z } from 'zod';

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

/** A name among the props of a mail. */
export const mailName = z.string().transform(nameInMail);

/** Who did something, where a mail does not say their name. */
export const SOMEBODY = { en: 'Somebody', es: 'Alguien' } as const;
