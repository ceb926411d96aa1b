/** A number as programs read it: some tools write it as their country does, or with a comma behind. */
export function plainNumber(word: string): string {
  return word.replace(/,$/, '').replace(',', '.');
}
