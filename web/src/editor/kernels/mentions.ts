/** Somebody who can be mentioned. */
export type Mentionable = { uuid: string; name: string };

/** A mention that is being typed: from its `@` to the caret, and the letters of the name so far. */
export type MentionDraft = { start: number; query: string };

/** No name is longer; more letters behind an `@` are no mention. */
const LONGEST = 60;

/** The mention that is being typed at the caret; null when none is. An `@` inside of a word is part of an address. */
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

/** Those whose name, or a later word of it, begins as typed; at most `limit`. */
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

/** Writes a name in the place of what was typed of it. */
export function insertMention(
  text: string,
  draft: MentionDraft,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, draft.start)}@${name} `;
  const rest = text.slice(draft.start + 1 + draft.query.length).replace(/^ /u, '');
  return { text: before + rest, caret: before.length };
}

/** A text in pieces: plain ones, and the names of those who are mentioned with their `@`. */
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

/** The letters of a name as a pattern; `RegExp.escape` is too young for the browsers of last year. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
