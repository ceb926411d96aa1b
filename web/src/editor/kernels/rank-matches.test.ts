import { describe, expect, it } from 'vitest';
import { rankMatches } from './rank-matches.ts';

const items = [
  { label: 'Group', synonyms: 'combine' },
  { label: 'Duplicate', synonyms: 'copy, clone' },
  { label: 'Copy', synonyms: '' },
  { label: 'Paste', synonyms: '' },
  { label: 'Orthographic view', synonyms: 'without perspective, parallel' },
  { label: 'Ungroup', synonyms: '' },
  { label: 'Añadir: Cubo', synonyms: 'caja' },
];
const found = (query: string) => rankMatches(items, query).map(({ label }) => label);

describe('the matches of a query', () => {
  it.each([
    ['copy', ['Copy', 'Duplicate']],
    ['clone', ['Duplicate']],
    ['group', ['Group', 'Ungroup']],
    ['perspective', ['Orthographic view']],
    ['ortho view', ['Orthographic view']],
    ['anadir', ['Añadir: Cubo']],
    ['CAJA', ['Añadir: Cubo']],
    ['dup', ['Duplicate']],
    ['zzz', []],
  ])('of "%s" are %j', (query, labels) => {
    expect(found(query)).toEqual(labels);
  });

  it.each(['ortography', 'orthogarphic', 'orthhographic', 'duplicte', 'dulpicate', 'clonne'])(
    'are found for "%s" despite its typo',
    (query) => {
      expect(found(query.slice(0, 9))).toHaveLength(1);
    },
  );

  it('are all items in their order for an empty query', () => {
    expect(found('  ')).toEqual(items.map(({ label }) => label));
  });
});
