/** Domains of one provider whose addresses ignore dots. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * Returns one spelling for all addresses of the same mailbox: in lower case, without the part after a plus,
 * and without dots where the provider ignores them.
 */
export function canonicalMailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const untagged = local.replace(/(?<=.)\+.*$/s, '');
  const dotless = Object.hasOwn(DOTLESS, domain) ? DOTLESS[domain] : undefined;
  return dotless === undefined ? `${untagged}@${domain}` : `${untagged.replaceAll('.', '')}@${dotless}`;
}
