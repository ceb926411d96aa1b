const AMOUNT = /^\d{1,9}([.,]\d{1,2})?$/;
const CENTS = 100;

/** Parses an amount into cents: `12.5` and `12,50` are 1250; null for anything else. */
export function parseAmount(text: string): number | null {
  const trimmed = text.trim();
  return AMOUNT.test(trimmed) ? Math.round(Number(trimmed.replace(',', '.')) * CENTS) : null;
}

/** Formats cents for editing: 1250 is `12.50`. */
export function writeAmount(cents: number): string {
  return (cents / CENTS).toFixed(2);
}
