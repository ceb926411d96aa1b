/** User who can be mentioned. */
type Mentionable = { uuid: string; name: string };

/** Mention that is being typed: index of its `@`, and the text from there to the caret. */
export type MentionDraft = { start: number; query: string };

/** Largest length of a name in a mention. */
const LONGEST = 60;

/** Mention that is being typed at the caret, or null. An `@` inside a word is part of an address. */
export function mentionAt(text: string, caret: number): MentionDraft | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const match = /(?:^|[\s(])@([^@\n]*)$/u.exec(before);
  const query = match?.[1];
  // A name has at most a few words; two spaces end it.
  if (query === undefined || /\s\s|\s.*\s.*\s/u.test(query)) {
    return null;
  }
  return { start: caret - query.length - 1, query };
}

/** Users whose name, or a later word of it, begins with the query; at most `limit`. */
export function matchingPeople<Person extends Mentionable>(
  people: readonly Person[],
  query: string,
  limit = 6,
): Person[] {
  const wanted = fold(query);
  return people
    .filter(({ name }) => fold(name).startsWith(wanted) || fold(name).includes(` ${wanted}`))
    .slice(0, limit);
}

/** Replaces the typed part of a mention by a name. */
export function insertMention(
  text: string,
  draft: MentionDraft,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, draft.start)}@${name} `;
  const rest = text.slice(draft.start + 1 + draft.query.length).replace(/^ /u, '');
  return { text: before + rest, caret: before.length };
}

/** Splits a text into plain parts and mentions with their `@`. */
export function splitMentions(
  text: string,
  names: readonly string[],
): { text: string; isMention: boolean }[] {
  const wanted = [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) {
    return [{ text, isMention: false }];
  }
  const pattern = new RegExp(`(@(?:${wanted.map(escapePattern).join('|')}))`);
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isMention: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** Escapes a name for a pattern; `RegExp.escape` is missing in browsers of last year. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/** Lower-case text without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
