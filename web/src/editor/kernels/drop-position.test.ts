import { describe, expect, it } from 'vitest';
import { dropPosition } from './drop-position.ts';

const children: Record<string, string[]> = { '': ['a', 'b'], a: ['x', 'y'] };
const parents: Record<string, string> = { x: 'a', y: 'a' };
const rows = [
  { id: 'a', depth: 0, hasChildren: true, isOpen: true },
  { id: 'x', depth: 1, hasChildren: false, isOpen: false },
  { id: 'y', depth: 1, hasChildren: false, isOpen: false },
  { id: 'b', depth: 0, hasChildren: false, isOpen: false },
];
const at = (y: number) => {
  const { parent, before, into } = dropPosition({
    rows,
    y,
    rowHeight: 10,
    childrenOf: (id) => children[id ?? ''] ?? [],
    parentOf: (id) => parents[id] ?? null,
  });
  return { parent, before, into };
};

describe('a drop in the outliner', () => {
  it('goes before a row at its upper edge', () => {
    expect(at(11)).toEqual({ parent: 'a', before: 'x', into: null });
  });
  it('goes into a row at its middle', () => {
    expect(at(35)).toEqual({ parent: 'b', before: null, into: 'b' });
  });
  it('goes after a row at its lower edge, and to the front inside of an open one', () => {
    expect(at(19)).toEqual({ parent: 'a', before: 'y', into: null });
    expect(at(29)).toEqual({ parent: 'a', before: null, into: null });
    expect(at(9)).toEqual({ parent: 'a', before: 'x', into: null });
  });
  it('goes into the node whose model part is under the pointer', () => {
    const part = {
      id: 'b',
      depth: 1,
      hasChildren: false,
      isOpen: false,
      part: { index: 0, name: '', slot: '' },
    };
    const place = dropPosition({
      rows: [part],
      y: 1,
      rowHeight: 10,
      childrenOf: () => [],
      parentOf: () => null,
    });
    expect(place).toMatchObject({ parent: 'b', before: null, into: 'b' });
  });
  it('goes last below all rows', () => {
    expect(at(99)).toEqual({ parent: null, before: null, into: null });
  });
});
