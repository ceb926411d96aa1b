import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { boundPlan } from '@diorama/shared/scene/nodes/floor/plan.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { clipboardText, pasteText } from '../../../commands/clipboard.ts';
import { deleteSelection, duplicateSelection } from '../../../commands/selection.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { addFloors, closeStairs, cutStairs, detachFloors } from './floors.ts';
import { GROUND } from './plan-level.ts';
import { areaOfFloor } from './rooms.ts';
import { drawWalls } from './walls.ts';

const look = { height: 2.5, thickness: 0.1, justification: 'center' } as const;
const drawRoom = (editor: TestEditor, from: [number, number], to: [number, number]) =>
  drawWalls(editor, { level: GROUND, shape: 'room', from, to, look });
const drawOne = (editor: TestEditor, from: [number, number], to: [number, number]) =>
  drawWalls(editor, { level: GROUND, shape: 'chain', from, to, look });

/** An editor with a room of 4 by 3 metres, whose walls are not selected. */
function withRoom(): TestEditor {
  const editor = new TestEditor();
  editor.ui.nameOf = (noun) => noun;
  drawRoom(editor, [0, 0], [4, 3]);
  return editor;
}
const floorIn = (editor: TestEditor, side = 'floor'): [string, NodeOf<'floor'>] =>
  editor.scene.nodesOf('floor').find(([, { props }]) => props.side === side) ??
  expect.fail('there is no floor');
const isBound = (editor: TestEditor) => boundPlan(floorIn(editor)[1], (id) => editor.scene.node(id)) !== null;
const areaIn = (editor: TestEditor) => areaOfFloor(editor, floorIn(editor)[0]);
const wallAt = (editor: TestEditor, x: number, z: number) =>
  editor.scene.nodesOf('wall').find(([, { position }]) => position[0] === x && position[2] === z)?.[0] ??
  expect.fail('there is no wall');
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('floors and ceilings', () => {
  it('are added to a closed room, below and on top of its walls, in one undo step each', () => {
    const editor = withRoom();
    const [floor] = addFloors(editor, 'floor');
    const [ceiling] = addFloors(editor, 'ceiling');
    expect(editor.selection.ids.value).toEqual([ceiling]);
    expect(editor.scene.node(floor ?? '')).toMatchObject({ name: 'option.floor', position: [2, 0, 1.5] });
    expect(editor.scene.node(ceiling ?? '')).toMatchObject({
      name: 'option.ceiling',
      position: [2, 2.5, 1.5],
    });
    expect(areaIn(editor)).toBeCloseTo(12);
    editor.history.undo();
    expect(editor.scene.nodesOf('floor').map(([id]) => id)).toEqual([floor]);
  });

  it('are added once per room beside the selected walls', () => {
    const editor = withRoom();
    drawRoom(editor, [4, 0], [8, 3]);
    editor.selection.set([wallAt(editor, 0, 1.5)]);
    expect(addFloors(editor, 'floor')).toHaveLength(1);
    editor.selection.set([wallAt(editor, 4, 1.5)]);
    expect(addFloors(editor, 'floor')).toHaveLength(1);
    editor.selection.set([]);
    expect(addFloors(editor, 'floor')).toEqual([]);
    expect(addFloors(editor, 'ceiling')).toHaveLength(2);
  });

  it('are not added to open walls or in a read-only scene', () => {
    const editor = new TestEditor();
    drawOne(editor, [0, 0], [4, 0]);
    expect(addFloors(editor, 'floor')).toEqual([]);
    const locked = withRoom();
    locked.isReadOnly.value = true;
    expect(addFloors(locked, 'floor')).toEqual([]);
  });

  it('keep their outline when a wall is deleted, and follow the walls again after undo or a redraw', async () => {
    const editor = withRoom();
    addFloors(editor, 'floor');
    const wall = wallAt(editor, 2, 3);
    // The stored outline is that of the first room; the last one is larger.
    editor.edit(() => {
      for (const id of [wallAt(editor, 0, 1.5), wallAt(editor, 4, 1.5)]) {
        const node = editor.scene.node(id);
        const [x = 0] = node?.position ?? [];
        updateNode(editor.ydoc, id, { position: [x, 0, 2.5], props: { start: [0, -2.5], end: [0, 2.5] } });
      }
      updateNode(editor.ydoc, wall, { position: [2, 0, 5] });
    });
    expect(areaIn(editor)).toBeCloseTo(20);
    editor.selection.set([wall]);
    deleteSelection(editor);
    await settled();
    expect(isBound(editor)).toBe(false);
    expect(areaIn(editor)).toBeCloseTo(20);
    editor.history.undo();
    expect(isBound(editor)).toBe(true);
    editor.history.redo();
    await settled();
    drawOne(editor, [0, 5], [4, 5]);
    await settled();
    expect(isBound(editor)).toBe(true);
    expect(areaIn(editor)).toBeCloseTo(20);
  });

  it('follow the halves of a split wall, also after undo and redo', async () => {
    const editor = withRoom();
    addFloors(editor, 'floor');
    drawOne(editor, [2, 0], [2, -3]);
    await settled();
    expect(editor.scene.nodesOf('wall')).toHaveLength(6);
    expect(isBound(editor)).toBe(true);
    expect(areaIn(editor)).toBeCloseTo(12);
    editor.history.undo();
    await settled();
    expect(isBound(editor)).toBe(true);
    editor.history.redo();
    await settled();
    expect(isBound(editor)).toBe(true);
  });

  it('are not updated for edits of other users', async () => {
    const editor = withRoom();
    addFloors(editor, 'floor');
    const before = floorIn(editor)[1];
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(editor.ydoc));
    removeNodes(other, [wallAt(editor, 2, 3)]);
    Y.applyUpdate(editor.ydoc, Y.encodeStateAsUpdate(other));
    await settled();
    expect(floorIn(editor)[1]).toEqual(before);
    expect(areaIn(editor)).toBeCloseTo(12);
  });

  it('are copied with their walls, or alone with their outline', () => {
    const editor = withRoom();
    const [floor = ''] = addFloors(editor, 'floor');
    editor.selection.set([floor]);
    duplicateSelection(editor);
    const [copy = ''] = editor.selection.ids.value;
    expect(editor.scene.node(copy)).toMatchObject({ props: { walls: [] } });
    expect(areaOfFloor(editor, copy)).toBeCloseTo(12);
    expect(editor.scene.node(copy)?.position).not.toEqual(editor.scene.node(floor)?.position);
    editor.selection.set([floor, ...editor.scene.nodesOf('wall').map(([id]) => id)]);
    const text = clipboardText(editor) ?? '';
    const target = new TestEditor();
    pasteText(target, text);
    expect(target.scene.nodesOf('wall')).toHaveLength(4);
    expect(isBound(target)).toBe(true);
    expect(floorIn(target)[1].props.walls).not.toContain(wallAt(editor, 2, 3));
  });

  it('can be detached, and stay in place', () => {
    const editor = withRoom();
    const [ceiling = ''] = addFloors(editor, 'ceiling');
    editor.edit(() => {
      for (const [id] of editor.scene.nodesOf('wall')) {
        updateNode<'wall'>(editor.ydoc, id, { props: { height: 3 } });
      }
    });
    detachFloors(editor);
    expect(editor.scene.node(ceiling)).toMatchObject({ position: [2, 3, 1.5], props: { walls: [] } });
    expect(areaOfFloor(editor, ceiling)).toBeCloseTo(12);
    editor.history.undo();
    expect(editor.scene.node(ceiling)).not.toMatchObject({ props: { walls: [] } });
  });

  it('have openings only for stairs that pass through them', () => {
    const editor = withRoom();
    const flight = (x: number, y: number) =>
      addNode(editor.ydoc, {
        kind: 'stairs',
        position: [x, y, 1.5],
        props: { width: 0.9, rise: 0.25, run: 0.2, steps: 10 },
      });
    const through = flight(2, 1.25);
    flight(9, 1.25);
    const [floor = ''] = addFloors(editor, 'floor');
    const [ceiling = ''] = addFloors(editor, 'ceiling');
    const stairsOf = (id: string) => editor.scene.node(id)?.props;
    expect(stairsOf(floor)).toMatchObject({ stairs: [] });
    expect(stairsOf(ceiling)).toMatchObject({ stairs: [through] });
    expect(areaOfFloor(editor, ceiling)).toBeCloseTo(12 - 0.9 * 2);
    closeStairs(editor);
    expect(areaOfFloor(editor, ceiling)).toBeCloseTo(12);
    cutStairs(editor);
    expect(stairsOf(ceiling)).toMatchObject({ stairs: [through] });
    editor.edit(() => removeNodes(editor.ydoc, [through]));
    expect(areaOfFloor(editor, ceiling)).toBeCloseTo(12);
  });
});
