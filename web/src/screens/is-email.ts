/** Whether a text has the form of an address; whether it exists only a mail can tell. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}
