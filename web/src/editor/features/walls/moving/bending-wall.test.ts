import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editorOverWalls } from '../../../test/over-walls.ts';
import type { TestEditor } from '../../../test/test-editor.ts';
import { curveHandle } from '../model/curve-handle.ts';

let editor: TestEditor;
let wall: string;
let door: string;

beforeEach(() => {
  vi.useFakeTimers();
  editor = editorOverWalls();
  wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0], height: 2.5 } });
  door = addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 2 } });
  editor.selection.set([wall]);
});
afterEach(() => {
  editor.dispose();
  vi.useRealTimers();
});

const curve = (id = wall) => {
  const node = editor.scene.node(id);
  return node?.kind === 'wall' ? node.props.curve : Number.NaN;
};
const offset = () => {
  const node = editor.scene.node(door);
  return node?.kind === 'opening' ? node.props.offset : Number.NaN;
};
/** Top of the wall, at a distance to the left of its chord. */
const top = (aside: number): [number, number] => editor.screen(0, 2.5, -aside);
const press = (aside = 0) => editor.pointerDown(...top(aside)).expectToBeIn('select.bendingWall');

describe('dragging the middle of the selected wall', () => {
  it('bends the wall into an arc with its door, in one undo step', () => {
    press().pointerMove(...top(0.4));
    editor
      .pointerMove(...top(1))
      .pointerUp()
      .expectToBeIn('select.idle');
    expect(curve()).toBeCloseTo(1, 4);
    expect(offset()).toBeCloseTo((2.5 * 2 * Math.atan(0.5) * 2) / 2, 3);
    expect(editor.selection.ids.value).toEqual([wall]);
    editor.history.undo();
    expect([curve(), offset()]).toEqual([0, 2]);
    expect(editor.history.state.value.canUndo).toBe(false);
    editor.history.redo();
    expect(curve()).toBeCloseTo(1, 4);
  });

  it('starts from the current curve, crosses to the other side, and stops at a half circle', () => {
    updateNode(editor.ydoc, wall, { props: { curve: 1 } });
    press(1)
      .pointerMove(...top(-0.5))
      .pointerUp();
    expect(curve()).toBeCloseTo(-0.5, 4);
    press(-0.5)
      .pointerMove(...top(-5))
      .pointerUp();
    expect(curve()).toBe(-2);
    updateNode(editor.ydoc, wall, { props: { curve: 9 } });
    press(2)
      .pointerMove(...top(1))
      .pointerUp();
    expect(curve()).toBeCloseTo(1, 4);
  });

  it('keeps the offset of the door when the curve is mirrored', () => {
    updateNode(editor.ydoc, wall, { props: { curve: 1 } });
    editor.preferences.change({ isSnapping: true });
    const before = offset();
    press(1).pointerMove(...top(0));
    vi.advanceTimersByTime(100);
    expect(offset()).not.toBe(before);
    editor.pointerMove(...top(-1)).pointerUp();
    expect([curve(), offset()]).toEqual([-1, before]);
  });

  it('restores the curve when the pointer quickly returns beyond the maximum', () => {
    updateNode(editor.ydoc, wall, { props: { curve: 2 } });
    press(2)
      .pointerMove(...top(1))
      .pointerMove(...top(9))
      .pointerUp();
    expect(curve()).toBe(2);
  });

  it('changes nothing when canceled or without a move', () => {
    press().pointerMove(...top(1));
    editor.tools.cancel();
    editor.expectToBeIn('select.idle').pointerUp();
    press().pointerUp();
    expect([curve(), offset(), editor.history.state.value.canUndo]).toEqual([0, 2, false]);
  });

  it('snaps to steps and to a straight wall, and Shift bypasses both', () => {
    editor.preferences.change({ isSnapping: true });
    const step = editor.preferences.values.value.snapSteps.translate;
    press()
      .pointerMove(...top(3.4 * step))
      .pointerUp();
    expect(curve()).toBeCloseTo(3 * step, 6);
    press(3 * step)
      .pointerMove(...top(0.03))
      .pointerUp();
    expect(curve()).toBe(0);
    press()
      .pointerMove(...top(0.06), { shift: true })
      .pointerUp();
    expect(curve()).toBeCloseTo(0.06, 3);
  });

  it('splits the walls that the arc crosses, in the same undo step', () => {
    const other = addNode(editor.ydoc, { kind: 'wall', props: { start: [1, -3], end: [1, -0.3] } });
    press()
      .pointerMove(...top(1))
      .pointerUp();
    expect(editor.scene.nodesOf('wall')).toHaveLength(4);
    editor.history.undo();
    expect(editor.scene.nodesOf('wall').map(([id]) => id)).toEqual([wall, other]);
    expect(curve()).toBe(0);
  });

  it('works by touch and in the move tool, ahead of the move handles', () => {
    const [x, y] = top(0);
    expect(editor.tools.takesTouch({ x, y, kind: 'touch', shift: false, mod: false, alt: false })).toBe(true);
    editor.tools.use('move');
    editor
      .pointerDown(...top(0))
      .expectToBeIn('move.bendingWall')
      .pointerUp();
    // In front of and behind the dot, the arrow below it can be grabbed.
    editor
      .pointerDown(...editor.screen(0, 1.6, 0))
      .expectToBeIn('move.pointingHandle')
      .pointerUp();
    updateNode(editor.ydoc, wall, { props: { curve: 2 } });
    editor
      .pointerDown(...top(2))
      .expectToBeIn('move.bendingWall')
      .pointerUp();
    for (const tool of ['rotate', 'scale', 'dimension'] as const) {
      editor.tools.use(tool);
      editor.pointerDown(...top(2));
      expect(editor.tools.path.value).not.toContain('bendingWall');
      editor.pointerUp();
    }
  });

  it('is disabled for several walls, a locked wall and a read-only scene', () => {
    expect(curveHandle(editor)?.at.y).toBeCloseTo(2.5);
    updateNode(editor.ydoc, wall, { locked: true });
    expect(curveHandle(editor)).toBeNull();
    updateNode(editor.ydoc, wall, { locked: false });
    editor.isReadOnly.value = true;
    expect(curveHandle(editor)).toBeNull();
    editor.isReadOnly.value = false;
    const other = addNode(editor.ydoc, { kind: 'wall', props: { start: [5, 5], end: [9, 5] } });
    editor.selection.set([wall, other]);
    expect(curveHandle(editor)).toBeNull();
  });

  it('works in the wall tool, where a click still starts a wall', () => {
    editor.tools.use('wallBuild');
    const drag = () => editor.pointerDown(...top(0)).expectToBeIn('wallBuild.pointingCurve');
    drag()
      .pointerMove(...top(1))
      .expectToBeIn('wallBuild.bendingWall')
      .pointerUp();
    editor.expectToBeIn('wallBuild.idle');
    expect(curve()).toBeCloseTo(1, 4);
    editor.history.undo();
    drag().pointerUp().expectToBeIn('wallBuild.drawing');
  });
});
