import { isEmail } from '@diorama/shared/domain/email.ts';

/** Addresses of typed or pasted text: in lower case, without duplicates, in order. */
export function parseEmails(text: string): { emails: string[]; wrong: string[] } {
  const words = text
    .split(/[\s,;]+/)
    .map(addressIn)
    .filter((word) => word !== '');
  const unique = [...new Set(words)];
  return { emails: unique.filter(isEmail), wrong: unique.filter((word) => !isEmail(word)) };
}

/** Adds the addresses of typed or pasted text to others, wrong ones last. */
export function withAddresses(emails: readonly string[], text: string): string[] {
  const { emails: found, wrong } = parseEmails(text);
  return [...new Set([...emails, ...found, ...wrong])];
}

/** Extracts an address such as `Ada Lovelace <ada@example.org>`; words of the name are not addresses. */
function addressIn(word: string): string {
  return word.replace(/^[<"'(]+|[>"')]+$/g, '').toLowerCase();
}
