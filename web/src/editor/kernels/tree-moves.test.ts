import { describe, expect, it } from 'vitest';
import { rowsBetween, treeMove } from './tree-moves.ts';
import type { TreeRow } from './tree-rows.ts';

const row = (id: string, depth: number, more: Partial<TreeRow> = {}): TreeRow => ({
  ...{ id, depth, hasChildren: false, isOpen: false },
  ...more,
});
const part = { index: 0, name: 'Leg', slot: 'Wood' };
const rows = [
  row('room', 0, { hasChildren: true, isOpen: true }),
  row('table', 1, { hasChildren: true, isOpen: true }),
  row('table', 2, { part }),
  row('lamp', 1, { hasChildren: true }),
  row('tree', 0),
];
const move = (at: number, key: string) => treeMove(rows, at, key);

describe('a key in the outliner', () => {
  it('moves up and down, past model parts, and to both ends', () => {
    expect([move(-1, 'ArrowDown'), move(1, 'ArrowDown'), move(4, 'ArrowDown')]).toEqual([
      { to: 'room' },
      { to: 'lamp' },
      null,
    ]);
    expect([move(-1, 'ArrowUp'), move(3, 'ArrowUp'), move(0, 'ArrowUp')]).toEqual([
      null,
      { to: 'table' },
      null,
    ]);
    expect([move(3, 'Home'), move(0, 'End')]).toEqual([{ to: 'room' }, { to: 'tree' }]);
  });

  it('expands and collapses nodes, and moves into and out of them', () => {
    expect([move(3, 'ArrowRight'), move(0, 'ArrowRight')]).toEqual([
      { fold: 'lamp', isOpen: true },
      { to: 'table' },
    ]);
    expect([move(1, 'ArrowRight'), move(4, 'ArrowRight')]).toEqual([null, null]);
    expect([move(0, 'ArrowLeft'), move(3, 'ArrowLeft'), move(4, 'ArrowLeft')]).toEqual([
      { fold: 'room', isOpen: false },
      { to: 'room' },
      null,
    ]);
    expect(move(0, 'Enter')).toBeNull();
  });
});

describe('rowsBetween', () => {
  it('returns the rows in either direction, the target last and each once', () => {
    expect(rowsBetween(rows, 'room', 'lamp')).toEqual(['room', 'table', 'lamp']);
    expect(rowsBetween(rows, 'tree', 'table')).toEqual(['lamp', 'tree', 'table']);
    expect(rowsBetween(rows, 'gone', 'table')).toEqual(['table']);
  });
});
