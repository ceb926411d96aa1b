/** Longest address, in characters. */
export const MAX_EMAIL_LENGTH = 320;

/** Letters of every script, as in `josé@ejemplo.es`, without the characters that separate or quote addresses. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const MAX_LOCAL_LENGTH = 64;
const MAX_LABEL_LENGTH = 63;

/** An address in the form that is stored and compared. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Whether a text has the form of an address, for client and server alike. A mail proves that the address exists. */
export function isEmail(text: string): boolean {
  const address = normalizeEmail(text);
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const labels = address.slice(at + 1).split('.');
  return (
    address.length <= MAX_EMAIL_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= MAX_LABEL_LENGTH && LABEL.test(label)) &&
    // No domain of the first level is a number or one letter.
    /^(?!\p{N}+$).{2,}$/u.test(labels.at(-1) ?? '')
  );
}
