import { z } from 'zod';

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

/** Returns the sentence with a capital first letter. */
export function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
