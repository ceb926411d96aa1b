import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { withWallTool } from '../../../test/with-wall-tool.ts';

const fixture = withWallTool();
const { plan, seen, move } = fixture;

describe('dragging an end of the selected wall', () => {
  let wall: string;
  beforeEach(() => {
    wall = addNode(fixture.editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [0, 0] } });
    addNode(fixture.editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [0, 2] } });
    fixture.editor.selection.set([wall]);
  });
  const drag = () => {
    fixture.editor.pointerDown(...seen(0, 0)).expectToBeIn('wallBuild.pointingEnd');
    return move(1, -1).expectToBeIn('wallBuild.movingEnd');
  };
  const moved = [
    [
      [-2, 0],
      [1, -1],
    ],
    [
      [1, -1],
      [0, 2],
    ],
  ];

  it('moves adjoining walls in one undo step', () => {
    const before = plan();
    drag().pointerUp().expectToBeIn('wallBuild.idle');
    expect(plan()).toEqual(moved);
    fixture.editor.history.undo();
    expect(plan()).toEqual(before);
    fixture.editor.history.redo();
    expect(plan()).toEqual(moved);
  });

  it('sets the wall’s position to its new midpoint, and keeps its children in place', () => {
    const picture = addNode(fixture.editor.ydoc, { kind: 'image', parent: wall, position: [-1.5, 1, 0.1] });
    drag().pointerUp();
    expect(fixture.editor.scene.node(wall)?.position).toEqual([-0.5, 0, -0.5]);
    const seenAt = new Vector3().setFromMatrixPosition(fixture.editor.scene.worldOf(picture));
    expect(seenAt.distanceTo(new Vector3(-1.5, 1, 0.1))).toBeLessThan(1e-5);
  });

  it('shows no curve for a wall of zero length', () => {
    fixture.editor.selection.set([
      addNode(fixture.editor.ydoc, { kind: 'wall', props: { start: [3, 3], end: [3, 3], curve: 1 } }),
    ]);
    fixture.editor.pointerDown(...seen(3, 3));
    move(4, 3).expectToBeIn('wallBuild.movingEnd');
    expect(Math.abs(fixture.tool.draft.value.bow)).toBe(0);
  });

  it('changes nothing when canceled or dragged back to its place', () => {
    const before = plan();
    drag().tools.cancel();
    fixture.editor.expectToBeIn('wallBuild.idle').pointerUp();
    drag();
    move(0, 0).pointerUp();
    expect(plan()).toEqual(before);
    expect(fixture.editor.history.state.value.canUndo).toBe(false);
  });

  it('does not shorten the wall to zero length', () => {
    drag();
    move(-2, 0).pointerUp();
    expect(plan()).toEqual(moved);
  });

  it('starts a new wall on a click without a move', () => {
    fixture.editor.click(...seen(0, 0)).expectToBeIn('wallBuild.drawing');
    expect(fixture.tool.draft.value.from).toEqual([0, 0]);
  });

  it('tolerates that another user removes the wall meanwhile', () => {
    drag();
    removeNodes(fixture.editor.ydoc, [wall]);
    move(1, 1).pointerUp().expectToBeIn('wallBuild.idle');
    expect(plan()).toEqual([
      [
        [1, 1],
        [0, 2],
      ],
    ]);
  });

  it('shows no handles on scaled walls or in a read-only scene', () => {
    expect(fixture.tool.handles).toHaveLength(2);
    updateNode(fixture.editor.ydoc, wall, { scale: [2, 1, 1] });
    expect(fixture.tool.handles).toEqual([]);
    updateNode(fixture.editor.ydoc, wall, { scale: [1, 1, 1] });
    fixture.editor.isReadOnly.value = true;
    expect(fixture.tool.handles).toEqual([]);
  });

  it('splits the walls that the dragged walls cross and meet, in the same undo step', () => {
    const across = addNode(fixture.editor.ydoc, { kind: 'wall', props: { start: [0.5, -3], end: [0.5, 3] } });
    const door = addNode(fixture.editor.ydoc, { kind: 'opening', parent: across, props: { offset: 5 } });
    const before = plan();
    drag().pointerUp().expectToBeIn('wallBuild.idle');
    const corners = plan().flatMap((ends) => ends.map(([x, z]) => `${x} ${z}`));
    // From (-2, 0) to (1, -1) and on to (0, 2): each part crosses the line at 0.5 once.
    expect(corners.filter((corner) => corner === '0.5 -0.8333')).toHaveLength(4);
    expect(corners.filter((corner) => corner === '0.5 0.5')).toHaveLength(4);
    expect(plan()).toHaveLength(7);
    expect(fixture.editor.scene.parentOf(door)).not.toBe(across);
    fixture.editor.history.undo();
    expect(plan()).toEqual(before);
    expect(fixture.editor.scene.parentOf(door)).toBe(across);
    expect(fixture.editor.history.state.value.canUndo).toBe(false);
    fixture.editor.history.redo();
    expect(plan()).toHaveLength(7);
  });
});
