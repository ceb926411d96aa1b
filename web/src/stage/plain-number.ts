/** Normalises a number: some tools write a decimal comma, or a trailing comma. */
export function plainNumber(word: string): string {
  return word.replace(/,$/, '').replace(',', '.');
}
