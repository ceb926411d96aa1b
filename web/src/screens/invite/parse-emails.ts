import { isEmail } from '../is-email.ts';

/** What somebody typed or pasted, as addresses: in lower case, each once, in the order in which they came. */
export function parseEmails(text: string): { emails: string[]; wrong: string[] } {
  const words = text
    .split(/[\s,;]+/)
    .map(addressIn)
    .filter((word) => word !== '');
  const unique = [...new Set(words)];
  return { emails: unique.filter(isEmail), wrong: unique.filter((word) => !isEmail(word)) };
}

/** Mail programs copy addresses as `Ada Lovelace <ada@example.org>`; of the name's words nothing is an address. */
function addressIn(word: string): string {
  return word.replace(/^[<"'(]+|[>"')]+$/g, '').toLowerCase();
}
