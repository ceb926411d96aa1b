import { addNode, removeNodes, updateNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alignSelection, dropToGround, mirrorSelection, nudgeSelection } from '../../../commands/arrange.ts';
import { createLiveEdit } from '../../../commands/live-edit.ts';
import { repeatSelection } from '../../../commands/repeat.ts';
import { startDrag } from '../../../commands/start-drag.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { moveWall } from './kernels/move-walls.ts';
import { GROUND } from './plan-level.ts';
import { commitMoved, WallsDrag } from './walls-drag.ts';

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
/** Types its position. */
const type = (z: number) => {
  const live = createLiveEdit(editor);
  live.change(() => updateNode(editor.ydoc, moved ?? '', { position: [0, 0, z] }));
  commitMoved(editor, live, [moved ?? '']);
};
/** Drags its gizmo. */
const pull = () => {
  editor.selection.set([moved ?? '']);
  editor.drag.start();
  editor.drag.move(new Matrix4().makeTranslation(0, 0, -1));
  editor.drag.commit(['position']);
};
/** Nudges it by keys. */
const nudge = () => {
  editor.selection.set([moved ?? '']);
  nudgeSelection(editor, 'away', 4);
  nudgeSelection(editor, 'away', 6);
  editor.nudging.rest();
};
/** Nudges it by keys, directly followed by another edit. */
const nudgeOn = () => {
  editor.selection.set([moved ?? '']);
  nudgeSelection(editor, 'away', 10);
  editor.history.commit();
};
/** Changes a field by arrow keys. */
const step = () => {
  const live = createLiveEdit(editor);
  live.change(() => updateNode(editor.ydoc, moved ?? '', { position: [0, 0, 0] }));
  editor.nudging.follow([moved ?? ''], live);
  editor.nudging.rest();
};
/** Nudges it by a key, and directly grabs its gizmo. */
const nudgeAndTake = () => {
  editor.selection.set([moved ?? '']);
  nudgeSelection(editor, 'away', 10);
  editor.drag.start();
  editor.drag.cancel();
};
const WAYS = [
  ['dragged', drag],
  ['moved by its gizmo', pull],
  ['typed', () => type(0)],
  ['nudged with keys', nudge],
  ['nudged just before another edit', nudgeOn],
  ['changed in a field by arrow keys', step],
  ['nudged and grabbed at once', nudgeAndTake],
] as const;

beforeEach(() => {
  editor = new TestEditor();
  line = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] } });
  // Runs the other way, a metre in front.
  moved = addNode(editor.ydoc, { kind: 'wall', position: [0, 0, 1], props: { start: [2, 0], end: [-2, 0] } });
  door = opening(moved, 1);
});

describe('a wall moved onto a wall with openings', () => {
  it.each(WAYS)(
    'is merged with the other wall when it is %s, with its doors in place, in one undo step',
    (_, go) => {
      const window = opening(line ?? '', 1);
      go();
      expect(editor.scene.node(moved ?? '')).toBeUndefined();
      const node = editor.scene.node(door ?? '');
      expect(node?.parent).toBe(line);
      expect(node?.props).toMatchObject({ offset: 3, hinge: 'right', flipped: true });
      expect(editor.scene.children(line ?? '')).toHaveLength(2);
      expect(editor.ui.notice.value).toBeNull();
      editor.history.undo();
      expect(editor.scene.node(door ?? '')?.parent).toBe(moved);
      expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 1]);
      expect(editor.scene.node(window)?.parent).toBe(line);
      expect(editor.history.state.value.canUndo).toBe(false);
    },
  );

  it.each(WAYS)('returns to its place with a notice when it is %s and the doors overlap', (_, go) => {
    opening(line ?? '', 2.5);
    go();
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 1]);
    expect(editor.ui.notice.value).toEqual({ what: 'wall.full' });
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('reverts no earlier edit when its rejected move is undone at once', () => {
    opening(line ?? '', 2.5);
    editor.edit(() => updateNode(editor.ydoc, line ?? '', { name: 'Front' }));
    editor.selection.set([moved ?? '']);
    nudgeSelection(editor, 'away', 10);
    editor.history.undo();
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 1]);
    expect(editor.scene.node(line ?? '')?.name).toBe('Front');
    editor.history.undo();
    expect(editor.scene.node(line ?? '')?.name).not.toBe('Front');
  });

  it('is merged with the other wall when dropped to the ground', () => {
    opening(line ?? '', 1);
    editor.ydoc.transact(() => updateNode(editor.ydoc, moved ?? '', { position: [0, 1, 0] }));
    editor.selection.set([moved ?? '']);
    dropToGround(editor);
    expect(editor.scene.node(moved ?? '')).toBeUndefined();
    expect(editor.scene.node(door ?? '')?.parent).toBe(line);
    editor.history.undo();
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 1, 0]);
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it.each([
    ['aligned', () => alignSelection(editor, 'x', 'min')],
    ['mirrored', () => mirrorSelection(editor, 'x')],
    ['dropped to the ground', () => dropToGround(editor)],
    ['repeated', () => repeatSelection(editor, 'Repeat')],
    ['pressed with the pointer', () => void editor.pointerDown(5, 5)],
  ])('is merged before the nodes that were nudged with it are %s', (_, go) => {
    opening(line ?? '', 1);
    const box = addNode(editor.ydoc, { kind: 'box', position: [5, 0.5, 5] });
    editor.selection.set([moved ?? '', box]);
    nudgeSelection(editor, 'away', 10);
    go();
    expect([...editor.scene.nodesOf('wall')].map(([id]) => id)).toEqual([line]);
    expect(new Vector3().setFromMatrixPosition(editor.scene.worldOf(box)).toArray()).toEqual([5, 0.5, 4]);
  });

  it('stays beside the other wall when its position is typed, and so do other nodes', () => {
    type(0.5);
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 0.5]);
    const box = addNode(editor.ydoc, { kind: 'box' });
    const live = createLiveEdit(editor);
    live.change(() => updateNode(editor.ydoc, box, { position: [0, 0, 0] }));
    commitMoved(editor, live, [box]);
    expect(editor.scene.node(box)?.position).toEqual([0, 0, 0]);
    expect(editor.ui.notice.value).toBeNull();
  });
});

describe('several walls moved at once', () => {
  let other = '';
  const plan = () => [...editor.scene.nodesOf('wall')].map(([id]) => id);
  /** Both cross the line at their final place. */
  const CROSS = [
    [
      'pulled by their handles',
      () => {
        editor.drag.start();
        editor.drag.move(new Matrix4().makeTranslation(0, 0, -4));
        editor.drag.commit(['position']);
      },
    ],
    [
      'copied and pulled',
      () => {
        const mark = startDrag(editor, { isCopied: true })?.mark ?? null;
        editor.drag.move(new Matrix4().makeTranslation(0, 0, -4));
        editor.drag.commit(['position'], mark);
        editor.history.commit();
      },
    ],
    [
      'typed',
      () => {
        const live = createLiveEdit(editor);
        const ids = editor.selection.ids.value;
        const patches = new Map(
          ids.map((id, at) => [id, { position: [at, 0, 0] as [number, number, number] }]),
        );
        live.change(() => updateNodes(editor.ydoc, patches));
        commitMoved(editor, live, ids);
      },
    ],
    [
      'moved by keys',
      () => {
        nudgeSelection(editor, 'away', 40);
        editor.nudging.rest();
      },
    ],
  ] as const;

  beforeEach(() => {
    editor.ydoc.transact(() => removeNodes(editor.ydoc, [moved ?? '', door ?? '']));
    [moved = '', other = ''] = [0, 1].map((x) =>
      addNode(editor.ydoc, { kind: 'wall', position: [x, 0, 4], props: { start: [0, -1], end: [0, 1] } }),
    );
    editor.selection.set([moved, other]);
  });

  it.each(CROSS)('are joined with the walls they cross when they are %s, in one undo step', (_, go) => {
    const before = plan();
    go();
    // Three pieces of the line, and two of each wall that crosses it.
    const there = plan().map((id) => editor.scene.node(id)?.position ?? []);
    expect(there.filter(([, , z]) => z !== undefined && Math.abs(z) < 3)).toHaveLength(7);
    editor.history.undo();
    expect(plan()).toEqual(before);
    expect(editor.scene.node(moved ?? '')?.position).toEqual([0, 0, 4]);
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('are not split when they only pass a wall by arrow keys', () => {
    nudgeSelection(editor, 'away', 40);
    nudgeSelection(editor, 'away', 40);
    editor.nudging.rest();
    expect(plan()).toHaveLength(3);
  });

  it('are joined automatically after arrow keys', () => {
    vi.useFakeTimers();
    nudgeSelection(editor, 'away', 40);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(plan()).toHaveLength(7);
  });
});
