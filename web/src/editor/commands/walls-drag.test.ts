import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Matrix4 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLiveEdit } from '../hooks/use-live-edit.ts';
import { moveWall } from '../kernels/walls/move-walls.ts';
import { GROUND } from '../queries/plan-level.ts';
import { TestEditor } from '../test/test-editor.ts';
import { commitWall, WallsDrag } from './walls-drag.ts';

let editor: TestEditor;
let [line, moved, door]: string[] = [];

const opening = (parent: string, offset: number) =>
  addNode(editor.ydoc, {
    kind: 'opening',
    parent,
    props: { type: 'door', offset, width: 0.9, height: 2, hinge: 'left', flipped: false },
  });
/** Drags the wall onto the other one. */
const drag = () => {
  const walls = new WallsDrag(editor, { id: moved ?? '', level: GROUND });
  const plan = moveWall(walls.there, moved ?? '', -1);
  if (plan) {
    walls.move(plan);
  }
  walls.commit();
};
/** Types where it stands. */
const type = (z: number) => {
  const live = createLiveEdit(editor);
  live.change(() => updateNode(editor.ydoc, moved ?? '', { position: [0, 0, z] }));
  commitWall(editor, live, moved ?? '');
};
/** Drags the handles of the wall. */
const pull = () => {
  editor.selection.set([moved ?? '']);
  editor.drag.start();
  editor.drag.move(new Matrix4().makeTranslation(0, 0, -1));
  editor.drag.commit(['position']);
};
const WAYS = [
  ['dragged', drag],
  ['pulled by its handles', pull],
  ['typed', () => type(0)],
] as const;

beforeEach(() => {
  editor = new TestEditor();
  line = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] } });
  // Runs the other way, a metre in front.
  moved = addNode(editor.ydoc, {
    kind: 'wall',
    position: [0, 0, 1],
    props: { start: [2, 0], end: [-2, 0] },
  });
  door = opening(moved, 1);
});

describe('A wall that comes to lie on one that holds something too', () => {
  it.each(WAYS)(
    'becomes one with it when it is %s, its doors as they were seen, and all is one step',
    (_, go) => {
      const window = opening(line ?? '', 1);
      go();
      expect(editor.scene.node(moved ?? '')).toBeUndefined();
      const node = editor.scene.node(door ?? '');
      expect(node?.parent).toBe(line);
      expect(node?.props).toMatchObject({ offset: 3, hinge: 'right', flipped: true });
      expect(editor.scene.children(line ?? '')).toHaveLength(2);
      expect(editor.ui.told.get()).toBeNull();
      editor.history.undo();
      expect(editor.scene.node(door ?? '')?.parent).toBe(moved);
      expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 1]);
      expect(editor.scene.node(window)?.parent).toBe(line);
      expect(editor.history.state.get().canUndo).toBe(false);
    },
  );

  it.each(WAYS)('goes back when it is %s and their doors are in each other’s way, which is told', (_, go) => {
    opening(line ?? '', 2.5);
    go();
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 1]);
    expect(editor.ui.told.get()).toEqual({ what: 'wall.full' });
    expect(editor.history.state.get().canUndo).toBe(false);
  });

  it('stays where it is typed beside another, and so does what is no wall', () => {
    type(0.5);
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 0.5]);
    const box = addNode(editor.ydoc, { kind: 'box' });
    const live = createLiveEdit(editor);
    live.change(() => updateNode(editor.ydoc, box, { position: [0, 0, 0] }));
    commitWall(editor, live, box);
    expect(editor.scene.node(box)?.position).toEqual([0, 0, 0]);
    expect(editor.ui.told.get()).toBeNull();
  });
});
