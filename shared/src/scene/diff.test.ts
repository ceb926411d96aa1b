import { describe, expect, it } from 'vitest';
import { diffDocuments, partOf, SCENE_PARTS } from './diff.ts';
import { parseDocument } from './document.ts';

const base = {
  materials: { red: { name: 'Red', color: '#ff0000' } },
  nodes: {
    box: { kind: 'box', name: 'Box', material: 'red' },
    lamp: { kind: 'pointLight', name: 'Lamp' },
    group: { kind: 'group', name: 'Group' },
  },
};
const make = (change: object = {}, whole: object = {}) =>
  parseDocument({ ...base, ...whole, nodes: { ...base.nodes, ...change } });

describe('diffDocuments', () => {
  it('returns no differences for equal documents', () => {
    expect(diffDocuments(make(), make())).toEqual({ added: [], removed: [], changed: [], scene: [] });
  });

  it('reports added and removed nodes', () => {
    const other = make({ ball: { kind: 'sphere', name: 'Ball' } });
    expect(diffDocuments(make(), other).added).toEqual(['ball']);
    expect(diffDocuments(other, make()).removed).toEqual(['ball']);
  });

  it.each([
    ['name', { name: 'Crate' }],
    ['place', { position: [1, 0, 0] }],
    ['place', { rotation: [0, 1, 0, 0] }],
    ['place', { scale: [2, 1, 1] }],
    ['parent', { parent: 'group' }],
    ['order', { index: 'a5' }],
    ['shown', { visible: false }],
    ['locked', { locked: true }],
    ['look', { material: null }],
    ['props', { props: { size: [3, 3, 3] } }],
  ])('reports a change in the %s of a node', (what, change) => {
    const other = make({ box: { ...base.nodes.box, ...change } });
    expect(diffDocuments(make(), other).changed).toEqual([{ id: 'box', what: [what] }]);
    expect(diffDocuments(other, make()).changed).toEqual([{ id: 'box', what: [what] }]);
  });

  it('reports a changed look of the nodes whose material changed', () => {
    const other = make({}, { materials: { red: { name: 'Red', color: '#00ff00' } } });
    expect(diffDocuments(make(), other).changed).toEqual([{ id: 'box', what: ['look'] }]);
  });

  it.each([
    ['unit', { unit: 'cm' }],
    ['camera', { camera: { position: [9, 9, 9] } }],
    ['environment', { environment: { exposure: 2 } }],
    ['effects', { effects: { bloom: { enabled: true } } }],
  ])('reports a change of the %s as a whole', (part, whole) => {
    expect(diffDocuments(make(), make({}, whole)).scene).toEqual([part]);
  });

  it('compares every part of a document', () => {
    const { nodes: _nodes, materials: _materials, version: _version, ...whole } = make();
    const compared = SCENE_PARTS.flatMap((part) => Object.keys(partOf(make(), part)));
    expect(Object.keys(whole).toSorted()).toEqual(compared.toSorted());
  });
});
