import { describe, expect, it } from 'vitest';
import { foldedGroups } from './rail-folds.ts';

const groups = [
  { name: 'library', count: 1, foldRank: null },
  { name: 'handles', count: 5, foldRank: 1 },
  { name: 'building', count: 4, foldRank: 2 },
  { name: 'marking', count: 3, foldRank: 3 },
  { name: 'view', count: 3, foldRank: 4 },
];
const at = (height: number) => [...foldedGroups(height, { groups, others: 6 })];

describe('the groups of the tool rail', () => {
  it('are all expanded when there is room', () => {
    expect(at(1000)).toEqual([]);
  });

  it('fold one after the other, the least needed first', () => {
    expect(at(740)).toEqual(['view']);
    expect(at(640)).toEqual(['view', 'marking']);
    expect(at(200)).toEqual(['view', 'marking', 'building', 'handles']);
  });

  it('never fold when a group has only one button', () => {
    expect([...foldedGroups(0, { groups: [{ name: 'a', count: 1, foldRank: 1 }], others: 0 })]).toEqual([]);
  });
});
