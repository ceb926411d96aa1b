import { describe, expect, it } from 'vitest';
import { insertMention, matchingPeople, mentionAt, splitMentions } from './mentions.ts';

const people = ['Ada Lovelace', 'Ádám Nagy', 'Grace Hopper', 'Hopper (Edward)'].map((name, index) => ({
  uuid: String(index),
  name,
}));

describe('a mention that is being typed', () => {
  it.each([
    ['@', 1, { start: 0, query: '' }],
    ['Hi @gr', 6, { start: 3, query: 'gr' }],
    ['Hi @gr and so on', 6, { start: 3, query: 'gr' }],
    ['Hi @Ada Lo', 10, { start: 3, query: 'Ada Lo' }],
    ['(@x', 3, { start: 1, query: 'x' }],
    ['one\n@two', 8, { start: 4, query: 'two' }],
  ])('is found in %j at %i', (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  it.each([
    ['me@example.com', 14],
    ['Hi there', 8],
    ['Hi @gr', 2],
    ['@Ada\nmore', 9],
    ['@Ada  x', 7],
    ['@a b c d', 8],
    [`@${'x'.repeat(100)}`, 101],
  ])('is not found in %j at %i', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull();
  });

  it('matches users by the start of a first or later name, ignoring case and accents', () => {
    const names = (query: string) => matchingPeople(people, query).map(({ name }) => name);
    expect(names('ad')).toEqual(['Ada Lovelace', 'Ádám Nagy']);
    expect(names('HOP')).toEqual(['Grace Hopper', 'Hopper (Edward)']);
    expect(names('zz')).toEqual([]);
    expect(matchingPeople(people, '', 2)).toHaveLength(2);
  });

  it('is replaced by the full name, with the caret after it', () => {
    expect(insertMention('Hi @gr there', { start: 3, query: 'gr' }, 'Grace Hopper')).toEqual({
      text: 'Hi @Grace Hopper there',
      caret: 17,
    });
  });
});

describe('splitMentions', () => {
  const pieces = (text: string, names: string[]) =>
    splitMentions(text, names).map(({ text: piece, isMention }) => (isMention ? `[${piece}]` : piece));

  it('marks the names, the longest first, with any characters', () => {
    expect(pieces('@Ada and @Ada Lovelace!', ['Ada', 'Ada Lovelace'])).toEqual([
      '[@Ada]',
      ' and ',
      '[@Ada Lovelace]',
      '!',
    ]);
    expect(pieces('see @Hopper (Edward).', ['Hopper (Edward)'])).toEqual(['see ', '[@Hopper (Edward)]', '.']);
    expect(pieces('@.* @x', ['.*'])).toEqual(['[@.*]', ' @x']);
  });

  it('returns the whole text when no names are given', () => {
    expect(pieces('@Ada', [])).toEqual(['@Ada']);
    expect(pieces('@Ada', [''])).toEqual(['@Ada']);
  });

  it('loses no characters', () => {
    const text = 'a @Ada b @Ada@Ada c';
    expect(
      splitMentions(text, ['Ada'])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
