import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markText, type SelectedText, type TextMark } from './mark-text.ts';

/** Parses a text whose selection is between bars. */
const read = (marked: string): SelectedText => {
  const [before = '', words = '', after = ''] = marked.split('|');
  return { text: before + words + after, from: before.length, to: before.length + words.length };
};
const write = ({ text, from, to }: SelectedText) =>
  `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
const mark = (selected: string, ...marks: TextMark[]) => write(marks.reduce(markText, read(selected)));

describe('formatting selected text', () => {
  it('toggles bold and italic', () => {
    expect(mark('a |b| c', 'bold')).toBe('a **|b|** c');
    expect(mark('a |b| c', 'italic')).toBe('a *|b|* c');
    expect(mark('a |b| c', 'bold', 'italic')).toBe('a ***|b|*** c');
    expect(mark('a |b| c', 'bold', 'italic', 'bold')).toBe('a *|b|* c');
    expect(mark('a |b| c', 'italic', 'bold', 'italic', 'bold')).toBe('a |b| c');
    expect(mark('a| b |c', 'bold')).toBe('a **|b|** c');
    expect(mark('a||', 'bold')).toBe('a**||**');
  });

  it('toggles list items line by line', () => {
    expect(mark('a\nb|c\nd|e\nf', 'list')).toBe('a\n|- bc\n- de|\nf');
    expect(mark('a\nb|c\nd|e\nf', 'list', 'list')).toBe('a\n|bc\nde|\nf');
    expect(mark('a||', 'list')).toBe('- a||');
    expect(mark('||', 'list')).toBe('- ||');
  });

  it('inserts a link with the caret in its address', () => {
    expect(mark('see |this| one', 'link')).toBe('see [this](https://||) one');
    expect(mark('see ||', 'link')).toBe('see [||](https://)');
    expect(mark('|a [b]|', 'link')).toBe('[a b](https://||)');
  });

  it('restores any text when the format is applied and removed', () => {
    const words = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.constantFrom('bold', 'italic', 'list'),
        (before, selected, after, how) => {
          const start = `${before}|${selected}|${after}`;
          const { text } = read(start);
          expect(read(mark(start, how, how)).text).toBe(text);
          expect(read(mark(start, how)).text).not.toBe(text);
        },
      ),
    );
  });
});
