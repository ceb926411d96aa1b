import { parseDocument } from '@diorama/shared/scene/document.ts';
import { Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { SceneGraph } from '../../scene/graph.ts';
import { DraggedNodes } from './open-live.ts';
import { readDrags } from './read-drags.ts';

const RIGHT = new Matrix4().makeTranslation(3, 0, 0);

/** A table with a cup on it, and a wall that is never dragged. */
function createStage() {
  const document = parseDocument({
    nodes: {
      table: { kind: 'box', index: 'a0', position: [1, 0, 0] },
      cup: { kind: 'box', index: 'a0', parent: 'table', position: [0, 1, 0] },
      wall: { kind: 'box', index: 'a1', locked: true },
    },
  });
  const graph = new SceneGraph();
  graph.update(document.nodes);
  const stage = {
    shown: document,
    nodes: { worldMatrixOf: (id: string) => graph.placementOf(id)?.world },
    setPreviewTransforms: (worlds: ReadonlyMap<string, Matrix4>) => void graph.setPreview(worlds),
  };
  const placeOf = (id: string) =>
    new Vector3().setFromMatrixPosition(graph.placementOf(id)?.world ?? new Matrix4()).toArray();
  return { graph, document, placeOf, dragged: new DraggedNodes(stage) };
}

it('dragged nodes move with their children, and return when the drag ends', () => {
  const { dragged, placeOf } = createStage();
  dragged.show([{ ids: ['table'], matrix: RIGHT }]);
  dragged.show([{ ids: ['table'], matrix: RIGHT }]);
  expect([placeOf('table'), placeOf('cup')]).toEqual([
    [4, 0, 0],
    [4, 1, 0],
  ]);
  dragged.show([{ ids: ['table', 'cup'], matrix: RIGHT }]);
  expect([placeOf('table'), placeOf('cup')]).toEqual([
    [4, 0, 0],
    [4, 1, 0],
  ]);
  dragged.show([]);
  expect([placeOf('table'), placeOf('cup')]).toEqual([
    [1, 0, 0],
    [1, 1, 0],
  ]);
});

it('a node that moves in the document during its drag is not moved twice', () => {
  const { dragged, graph, document, placeOf } = createStage();
  dragged.show([{ ids: ['table'], matrix: RIGHT }]);
  const { table } = document.nodes;
  graph.update({ ...document.nodes, ...(table && { table: { ...table, position: [4, 0, 0] } }) });
  dragged.show([{ ids: ['table'], matrix: RIGHT }]);
  expect(placeOf('table')).toEqual([4, 0, 0]);
  dragged.show([]);
  expect(placeOf('table')).toEqual([4, 0, 0]);
});

it('drags of locked or missing nodes are ignored', () => {
  const { dragged, placeOf } = createStage();
  dragged.show([{ ids: ['wall', 'gone'], matrix: RIGHT }]);
  expect(placeOf('wall')).toEqual([0, 0, 0]);
});

it('readDrags returns valid drags and ignores everything else', () => {
  const matrix = RIGHT.toArray();
  const said = (drags: unknown) => readDrags(JSON.stringify({ type: 'drags', drags }));
  expect(said([{ ids: ['table', 7], matrix }])).toEqual([{ ids: ['table'], matrix: RIGHT }]);
  expect(said([null, { ids: 'table', matrix }, { ids: ['table'], matrix: matrix.slice(1) }])).toEqual([]);
  expect(said(undefined)).toBeNull();
  expect(readDrags('{"type":"showing","by":null}')).toBeNull();
  expect(readDrags('no json')).toBeNull();
});
