/** Phrases that hide the subject of a sentence, use a verb of speech for software, or begin a comment without a noun. */
export const PHRASES: readonly RegExp[] = [
  /\b(whoever|whatever|whichever|somebody|nobody)\b/i,
  /\b(says?|said|tells?|told|hears?|heard|lends?|lent)\b/i,
  /\banew\b/i,
  /\bwhat (is|was|are|were|stands|comes|came|has|had|does|did)\b/i,
  /\b(gives?|gave|given) back\b/i,
  /\b(of its|of one's|one's) own\b/i,
  /\b(comes?|came) to nothing\b/i,
  /(\*|\/\/) (Those of|So many|What of|Of \w+ |Of \d+:)/,
];

const FENCE = /^```[\s\S]*?^```$/gm;
const CODE = /`[^`]*`/g;
/** Labels of screens. */
const LABEL = /"[^"\n]*"/g;
const QUESTION = /\b[A-Z][^.|?\n]*\?/g;
const TARGET = /\]\([^)]*\)/g;
/** End of a sentence: a stop before a capital letter or a digit. */
const STOP = /(?<=[^.][.!?…][)"'*_]*)\s+(?=[[("'*_A-Z0-9])/;
const IS_ROW = /^\s*\|/;
const IS_ITEM = /^\s*([-*]|\d+\.)\s/;

/** Sentences of the paragraphs and lists of a page in Markdown, and the cells of its tables. */
export type Prose = { sentences: string[]; cells: string[] };

function withoutCode(page: string): string {
  return page.replaceAll(FENCE, '').replaceAll(CODE, 'CODE');
}

/** Lines of a page with a phrase to avoid. Code, questions and labels of screens may have them. */
export function linesWithPhrases(page: string): string[] {
  const lines = withoutCode(page).replaceAll(LABEL, '').replaceAll(QUESTION, '').split('\n');
  return lines.filter((line) => PHRASES.some((phrase) => phrase.test(line)));
}

/** The sentences of a page without code blocks and headings. A piece of code counts as one word. */
export function proseOf(page: string): Prose {
  const lines = withoutCode(page).replaceAll(TARGET, ']').split('\n');
  const cells = lines.filter((line) => IS_ROW.test(line)).flatMap((line) => line.split(/(?<!\\)\|/));
  const blocks = lines
    .map((line) => (IS_ROW.test(line) || line.startsWith('#') ? '' : line))
    .map((line) => (IS_ITEM.test(line) ? `\n${line.replace(IS_ITEM, '')}` : line))
    .join('\n')
    .split(/\n\s*\n/);
  return { sentences: blocks.flatMap(sentencesOf), cells };
}

export function sentencesOf(block: string): string[] {
  return block
    .split(STOP)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** Number of words, code included. */
export function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
