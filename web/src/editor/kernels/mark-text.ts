/** Text with a selection range. */
export type SelectedText = { text: string; from: number; to: number };

/** Markdown formats for a selection. */
export type TextMark = 'bold' | 'italic' | 'list' | 'link';

const SIGNS = { bold: '**', italic: '*' } as const;
const BULLET = '- ';
/** Placeholder for the address of a link. */
const ADDRESS = 'https://';

/** Toggles a format on the selection. The selection is kept; for a link, its address is selected. */
export function markText(selected: SelectedText, mark: TextMark): SelectedText {
  switch (mark) {
    case 'bold':
    case 'italic':
      return toggleSigns(selected, SIGNS[mark]);
    case 'list':
      return toggleList(selected);
    case 'link':
      return makeLink(selected);
  }
}

function toggleSigns({ text, from, to }: SelectedText, sign: string): SelectedText {
  const { length } = sign;
  const [before, words, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  const stars = [/\**$/.exec(before), /^\**/.exec(after)].map((found) => found?.[0].length ?? 0);
  if (stars.every((count) => isMarked(count, length))) {
    const unmarked = before.slice(0, -length) + words + after.slice(length);
    return { text: unmarked, from: from - length, to: to - length };
  }
  // Markdown signs next to a space have no effect.
  const start = from + (words.length - words.trimStart().length);
  const end = Math.max(start, from + words.trimEnd().length);
  const marked = text.slice(0, start) + sign + text.slice(start, end) + sign + text.slice(end);
  return { text: marked, from: start + length, to: end + length };
}

/** Whether a number of asterisks contains the format's sign: three are bold and italic. */
function isMarked(stars: number, length: number): boolean {
  return length === SIGNS.bold.length ? stars >= length : stars % 2 === 1;
}

function toggleList({ text, from, to }: SelectedText): SelectedText {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const isList = lines.every((line) => line.startsWith(BULLET));
  const changed = lines.map((line) => (isList ? line.slice(BULLET.length) : asItem(line))).join('\n');
  const whole = {
    text: text.slice(0, start) + changed + text.slice(end),
    from: start,
    to: start + changed.length,
  };
  return from === to ? { ...whole, from: whole.to } : whole;
}

function asItem(line: string): string {
  return line.startsWith(BULLET) ? line : BULLET + line;
}

function makeLink({ text, from, to }: SelectedText): SelectedText {
  const words = text.slice(from, to).replaceAll(/[[\]]/g, '');
  const at = from + words.length + '[]('.length;
  return {
    text: `${text.slice(0, from)}[${words}](${ADDRESS})${text.slice(to)}`,
    ...(words === ''
      ? { from: from + 1, to: from + 1 }
      : { from: at + ADDRESS.length, to: at + ADDRESS.length }),
  };
}
