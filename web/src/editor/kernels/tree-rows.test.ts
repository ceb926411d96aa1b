import { emptyDocument, type SceneDocument, sceneNode } from '@diorama/shared/scene/document.ts';
import { resolveHierarchy } from '@diorama/shared/scene/resolve.ts';
import { describe, expect, it } from 'vitest';
import { treeRows } from './tree-rows.ts';

const nodes: SceneDocument['nodes'] = {
  ...emptyDocument().nodes,
  table: sceneNode.parse({ kind: 'group', name: 'Table', index: 'a0' }),
  leg: sceneNode.parse({ kind: 'cylinder', name: 'Leg', parent: 'table', index: 'a1' }),
  top: sceneNode.parse({ kind: 'box', name: 'Top', parent: 'table', index: 'a0' }),
  lamp: sceneNode.parse({ kind: 'pointLight', name: 'Lamp', index: 'a1' }),
};
type Asked = Partial<Pick<Parameters<typeof treeRows>[0], 'query' | 'partsOf'>> & { open?: string[] };

const rowsOf = ({ open = [], query = '', ...asked }: Asked) =>
  treeRows({ nodes, hierarchy: resolveHierarchy(nodes), open: new Set(open), query, ...asked });
const rows = (open: string[], query = '') => rowsOf({ open, query }).map(({ id, depth }) => `${depth} ${id}`);

describe('the rows of the outliner', () => {
  it('omit the children of collapsed nodes', () => {
    expect(rows([])).toEqual(['0 table', '0 lamp']);
    expect(rows(['table'])).toEqual(['0 table', '1 top', '1 leg', '0 lamp']);
  });

  it('are the matches of a query and their ancestors', () => {
    expect(rows([], 'lg')).toEqual(['0 table', '1 leg']);
    expect(rows([], 'nothing')).toEqual([]);
  });

  it('match any characters, ignoring accents and case', () => {
    const named = { sofa: sceneNode.parse({ kind: 'box', name: 'Sofá Ñandú 🎉🎉' }) };
    const finds = (query: string) =>
      treeRows({ nodes: named, hierarchy: resolveHierarchy(named), open: new Set(), query }).length;
    expect(['🎉', '🎉🎉', 'sofa', 'SOFÁ', 'nandu', '🎉🎉🎉', '🚲'].map(finds)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });

  it('read each part name once while a query is typed', () => {
    let reads = 0;
    const part = (name: string) => ({
      get name() {
        reads += 1;
        return name;
      },
      slot: 'Wood',
    });
    const parts = [part('Seat'), part('Back')];
    const found = ['s', 'se', 'sea'].map(
      (query) =>
        rowsOf({ query, partsOf: (id) => (id === 'lamp' ? parts : []) }).filter((row) => row.part).length,
    );
    // Matching parts are also listed by name.
    expect(found).toEqual([1, 1, 1]);
    expect(reads).toBe(parts.length + found.length);
  });

  it('list model parts below their expanded node, before its children, but not a single part', () => {
    const table = [
      { name: 'Leg', slot: 'Wood' },
      { name: 'Leg', slot: 'Steel' },
    ];
    const parts: Record<string, typeof table> = { table, lamp: table.slice(1) };
    const list = (open: string[], query: string) =>
      rowsOf({ open, query, partsOf: (id) => parts[id] ?? [] }).map(({ id, part, hasChildren }) =>
        part ? `${id}/${part.index} ${part.slot}` : `${id} ${hasChildren}`,
      );
    expect(list(['table', 'lamp'], '')).toEqual([
      'table true',
      'table/0 Wood',
      'table/1 Steel',
      'top false',
      'leg false',
      'lamp false',
    ]);
    expect(list(['table'], 'table')).toEqual(['table true']);
  });

  it('list model parts that match a query, also of a collapsed node with another name', () => {
    const parts = Array.from({ length: 40 }, (_, i) => ({ name: `Bolt ${i}`, slot: 'Steel' }));
    const list = (query: string) =>
      rowsOf({ query, partsOf: (id) => (id === 'lamp' ? parts : []) }).map(
        ({ id, part }) => part?.name ?? id,
      );
    expect(list('bolt 3')).toEqual(['lamp', 'Bolt 3', ...parts.slice(30).map(({ name }) => name)]);
    expect(list('blt')).toEqual([]);
  });

  it('match letters in their order', () => {
    expect(rows([], 'LMP')).toEqual(['0 lamp']);
    expect(rows([], 'plm')).toEqual([]);
  });
});
