const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', c: 'ç', n: 'ñ' };
/** Translations are up to this much longer than English. */
const LONGER = 0.4;
/** Length of a word of the padding, with its space. */
const WORD = 6;

/** Adds accents, brackets and length to the texts of any structure; placeholders stay. */
export function distortTexts(texts: unknown): unknown {
  if (typeof texts === 'string') {
    const accented = texts
      .split(/(\{\w+\})/)
      .map((part, at) =>
        at % 2 === 1 ? part : part.replace(/[aeioucn]/g, (letter) => ACCENTED[letter] ?? ''),
      )
      .join('');
    return `⟦${accented}${padding(Math.ceil(texts.length * LONGER))}⟧`;
  }
  if (Array.isArray(texts)) {
    return texts.map(distortTexts);
  }
  return typeof texts === 'object' && texts !== null
    ? Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, distortTexts(text)]))
    : texts;
}

/** Words of dots, between which lines may break. */
const padding = (length: number) => ' ·····'.repeat(Math.ceil(length / WORD)).slice(0, length);
