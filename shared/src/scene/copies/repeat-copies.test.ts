import { describe, expect, it } from 'vitest';
import { parseDocument } from '../document.ts';
import { MAX_COPIED_NODES, MAX_COPIES } from '../nodes/repeat/limits.ts';
import { resolveScene } from '../resolve.ts';
import { Expansion, expandDocument } from './expansion.ts';
import { isRepeated, sourceInRepeats } from './generated-id.ts';

type Nodes = Record<string, object>;

const scene = (nodes: Nodes) => parseDocument({ nodes });
const expanded = (nodes: Nodes) => expandDocument(scene(nodes)).document;
const repeat = (props: object, more: object = {}) => ({ kind: 'repeat', ...more, props });
const box = { kind: 'box', parent: 'row' };
const path = {
  kind: 'path',
  position: [0, 0, 5],
  props: {
    points: [
      [0, 0],
      [4, 0],
    ],
    closed: false,
  },
};

/** Places in the scene of the copies of a node. */
function placesOf(nodes: Nodes, source = 'box') {
  const resolved = resolveScene(expanded(nodes));
  return [...resolved.values()]
    .filter(({ id }) => id.endsWith(`:${source}`))
    .map(({ world }) => world.elements.slice(12, 15).map((at) => Math.round(at * 1e3) / 1e3 + 0));
}

describe('A repeat', () => {
  it('shows copies of its children and all their descendants', () => {
    const { nodes } = expanded({
      row: repeat({ count: 3, step: [2, 0, 0] }),
      box: { ...box, position: [0, 1, 0] },
      lid: { kind: 'sphere', parent: 'box' },
    });
    expect(Object.keys(nodes)).toEqual([
      'row',
      'box',
      'lid',
      'row:1:box',
      'row:1:lid',
      'row:2:box',
      'row:2:lid',
    ]);
    expect(nodes['row:2:box']).toMatchObject({ kind: 'box', parent: 'row', position: [4, 1, 0] });
    expect(nodes['row:2:lid']).toMatchObject({ parent: 'row:2:box', position: [0, 0, 0] });
  });

  it('keeps the transform of a rotated and scaled source in each copy', () => {
    const half = Math.SQRT1_2;
    const { nodes } = expanded({
      row: repeat({ pattern: 'radial', count: 4, radius: 2 }),
      box: { ...box, position: [0, 0, 1], rotation: [0, half, 0, half], scale: [1, 2, -3] },
    });
    expect(nodes['row:2:box']?.position.map((at) => Math.round(at * 1e6) / 1e6 + 0)).toEqual([0, 0, -5]);
    expect(nodes['row:2:box']?.scale).toEqual([1, 2, -3]);
  });

  it('shows copies of a hidden source, but none while the repeat is hidden', () => {
    const nodes = { row: repeat({ count: 2 }), box: { ...box, visible: false } };
    expect(expanded(nodes).nodes['row:1:box']?.visible).toBe(true);
    const hidden = resolveScene(expanded({ ...nodes, row: repeat({ count: 2 }, { visible: false }) }));
    expect(hidden.get('row:1:box')?.visible).toBe(false);
  });

  it('does not copy annotations, views and measurements', () => {
    const { nodes } = expanded({
      row: repeat({ count: 2 }),
      box,
      note: { kind: 'annotation', parent: 'box' },
      below: { kind: 'sphere', parent: 'note' },
      view: { kind: 'camera', parent: 'row' },
      lamp: { kind: 'pointLight', parent: 'row' },
    });
    expect(Object.keys(nodes).filter((id) => id.includes(':'))).toEqual(['row:1:lamp', 'row:1:box']);
  });

  it('follows a path in the scene, regardless of the path’s position', () => {
    const row = repeat({ pattern: 'path', path: 'path', count: 3 }, { position: [9, 9, 9] });
    expect(placesOf({ row, box, path })).toEqual([
      [0, 0, 5],
      [2, 0, 5],
      [4, 0, 5],
    ]);
    const within = { group: { kind: 'group', position: [0, 1, 0] }, path: { ...path, parent: 'group' } };
    expect(placesOf({ row, box, ...within })[1]).toEqual([2, 1, 5]);
  });

  it('applies its own scale to its copies along a path', () => {
    const row = repeat({ pattern: 'path', path: 'path', count: 2 }, { scale: [3, 3, 3] });
    const resolved = resolveScene(expanded({ row, box: { ...box, position: [0, 1, 0] }, path }));
    expect(resolved.get('row:2:box')?.world.getMaxScaleOnAxis()).toBeCloseTo(3);
    expect(placesOf({ row, box: { ...box, position: [0, 1, 0] }, path })[1]).toEqual([4, 3, 5]);
  });

  it('shows only its source without a valid path or surface', () => {
    for (const guide of [null, 'gone', 'box', 'row', 'text']) {
      const row = repeat({ pattern: 'path', path: guide });
      const scattered = repeat({ pattern: 'scatter', surface: guide === 'box' ? 'text' : guide });
      for (const one of [row, scattered]) {
        const { nodes } = expanded({ row: one, box, text: { kind: 'text' } });
        expect(Object.keys(nodes).sort()).toEqual(['box', 'row', 'text']);
      }
    }
  });

  it('follows edits, removal and restoration of its path', () => {
    const document = scene({ row: repeat({ pattern: 'path', path: 'path', count: 2 }), box, path });
    const expansion = new Expansion();
    expansion.update(document);
    const next = (nodes: object, ...touched: string[]) =>
      expansion.update({ ...document, nodes: nodes as typeof document.nodes }, { nodes: new Set(touched) });
    const { path: guide, ...others } = document.nodes;
    const moved = next({ ...others, path: { ...guide, position: [0, 7, 0] } }, 'path');
    expect(moved.document.nodes['row:2:box']?.position).toEqual([4, 7, 0]);
    expect(moved.change?.nodes).toEqual(new Set(['path', 'row:1:box', 'row:2:box']));
    expect(Object.keys(next(others, 'path').document.nodes).sort()).toEqual(['box', 'row']);
    expect(next(document.nodes, 'path').document.nodes['row:2:box']?.position).toEqual([4, 0, 5]);
  });

  it('scatters copies on a floor that follows its walls', () => {
    const corners = [
      [0, 0],
      [6, 0],
      [6, 4],
      [0, 4],
    ];
    const walls = corners.map((start, i) => [
      `w${i}`,
      { kind: 'wall', props: { start, end: corners[(i + 1) % 4] } },
    ]);
    const floor = { kind: 'floor', props: { walls: ['w0', 'w1', 'w2', 'w3'] } };
    const row = repeat({ pattern: 'scatter', surface: 'floor', count: 200, spacing: 0 });
    const places = placesOf({ ...Object.fromEntries(walls), floor, row, box });
    expect(places).toHaveLength(200);
    const xs = places.map(([x = 0]) => x);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([expect.closeTo(0, 0), expect.closeTo(6, 0)]);
  });

  it('inside a repeat follows its copied path, or the one path outside', () => {
    const inner = repeat({ pattern: 'path', path: 'path', count: 2 }, { parent: 'rows' });
    const rows = repeat({ count: 2, step: [0, 0, 10] });
    const own = placesOf({ rows, row: inner, box, path: { ...path, parent: 'rows' } });
    expect(own).toContainEqual([4, 0, 5]);
    expect(own).toContainEqual([4, 0, 15]);
    const shared = placesOf({ rows, row: inner, box, path });
    expect(shared.filter(([, , z]) => z === 15)).toEqual([]);
  });

  it('can repeat the path that it follows', () => {
    const row = repeat({ pattern: 'path', path: 'path', count: 2 });
    expect(placesOf({ row, path: { ...path, parent: 'row' } }, 'path')).toEqual([
      [0, 0, 10],
      [4, 0, 10],
    ]);
  });

  it('has a bounded number of nodes, alone and nested', () => {
    const all = repeat({ count: MAX_COPIES });
    expect(Object.keys(expanded({ row: all, box }).nodes)).toHaveLength(MAX_COPIES + 1);
    const children = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`b${i}`, box]));
    const { nodes } = expanded({ row: all, ...children });
    expect(Object.keys(nodes)).toHaveLength(1 + 7 + 7 * Math.floor(MAX_COPIED_NODES / 7));
    const within = { rows: all, row: repeat({ count: MAX_COPIES }, { parent: 'rows' }), box };
    const nested = expandDocument(scene(within), { limit: 30_000 });
    expect(nested.isLimited).toBe(true);
    expect(Object.keys(nested.document.nodes).length).toBeLessThanOrEqual(30_000 + 3);
  });

  it('copies nothing without a source, and keeps unaffected copies at an edit', () => {
    expect(Object.keys(expanded({ row: repeat({ count: 5 }) }).nodes)).toEqual(['row']);
    const document = scene({ row: repeat({ count: 5 }), box, ball: { kind: 'sphere', parent: 'row' } });
    const expansion = new Expansion();
    expansion.update(document);
    const nodes = {
      ...document.nodes,
      box: { ...document.nodes.box, material: 'oak' } as (typeof document.nodes)[string],
    };
    const { change } = expansion.update({ ...document, nodes }, { nodes: new Set(['box']) });
    expect(change?.nodes).toEqual(new Set(['box', 'row:1:box', 'row:2:box', 'row:3:box', 'row:4:box']));
  });
});

it.each([
  ['row:1:box', 'box'],
  ['row:1:rows:2:box', 'box'],
  ['one::row:3:box', 'one::box'],
  ['row:1:one::seat', 'one::seat'],
  ['one::two::seat', 'one::two::seat'],
  ['box', 'box'],
])('the copy %s within repeats shows the source %s', (id, source) => {
  expect(sourceInRepeats(id)).toBe(source);
  expect(isRepeated(id)).toBe(id !== source);
});
