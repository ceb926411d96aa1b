import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { deleteSelection } from '../../../commands/selection.ts';
import { followSnaps } from '../../../sounds/start-ticks.ts';
import { withWallTool } from '../../../test/with-wall-tool.ts';

const fixture = withWallTool();
const { plan, seen, click, move } = fixture;

describe('drawing walls', () => {
  it('starts on a click, continues from each end, and ends on a double click', () => {
    click(-2, 0).expectToBeIn('wallBuild.drawing');
    expect(plan()).toEqual([]);
    click(2, 0).expectToBeIn('wallBuild.drawing');
    fixture.editor.doubleClick(...seen(2, 2)).expectToBeIn('wallBuild.idle');
    expect(plan()).toEqual([
      [
        [-2, 0],
        [2, 0],
      ],
      [
        [2, 0],
        [2, 2],
      ],
    ]);
  });

  it('splits crossed walls in the same undo step', () => {
    const host = addNode(fixture.editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] } });
    click(1, -2);
    fixture.editor.doubleClick(...seen(1, 2));
    const corners = plan().map((ends) => ends.map(([x, z]) => `${x} ${z}`).join(' to '));
    expect(corners.sort()).toEqual(['-2 0 to 1 0', '1 -2 to 1 0', '1 0 to 1 2', '1 0 to 2 0']);
    fixture.editor.history.undo();
    expect(plan()).toEqual([
      [
        [-2, 0],
        [2, 0],
      ],
    ]);
    expect(fixture.editor.scene.node(host)).toBeDefined();
  });

  it('centers the new half of a split wall on its midpoint, for rotated walls too', () => {
    addNode(fixture.editor.ydoc, {
      ...{ kind: 'wall', position: [1, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
      props: { start: [-2, 0], end: [2, 0] },
    });
    click(-1, 1);
    fixture.editor.doubleClick(...seen(3, 1));
    const halves = [...fixture.editor.scene.nodesOf('wall')].filter(([, { rotation }]) => rotation[1] !== 0);
    expect(halves).toHaveLength(2);
    const [, half] = halves.at(-1) ?? [];
    expect(half?.props.start.map((value) => value + 0)).toEqual(half?.props.end.map((value) => 0 - value));
    expect(half?.position).toEqual([1, 0, -0.5]);
  });

  it('adds walls to the root, centered on their midpoints, and selects the last one', () => {
    click(-2, 1);
    click(2, 1);
    const [wall] = fixture.editor.scene.nodesOf('wall');
    expect(wall?.[1]).toMatchObject({
      parent: null,
      position: [0, 0, 1],
      props: { start: [-2, 0], end: [2, 0], height: 2.5, thickness: 0.1 },
    });
    expect(fixture.editor.selection.ids.value).toEqual([wall?.[0]]);
  });

  it('ends when a room is closed', () => {
    click(-2, -2);
    click(2, -2);
    click(2, 2);
    click(-2, 2);
    click(-2, -2).expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(4);
  });

  it('ends where it joins another wall, which is split', () => {
    click(-2, 0);
    click(2, 0);
    fixture.editor.tools.cancel();
    click(0, 2);
    click(0, 0).expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(3);
    fixture.editor.history.undo();
    expect(plan()).toHaveLength(1);
    fixture.editor.history.redo();
    expect(plan()).toHaveLength(3);
  });

  it('works with a drag as well', () => {
    fixture.editor.pointerDown(...seen(-1, 0));
    move(0, 0).expectToBeIn('wallBuild.drawing');
    move(1, 0).pointerUp();
    expect(plan()).toEqual([
      [
        [-1, 0],
        [1, 0],
      ],
    ]);
  });

  it('creates a room from two clicks in one undo step', () => {
    fixture.tool.set({ shape: 'room' });
    click(-1, -1);
    click(1, 2).expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(4);
    fixture.editor.history.undo();
    expect(plan()).toHaveLength(0);
    fixture.editor.history.redo();
    expect(plan()).toHaveLength(4);
  });

  it('uses the settings of the panel', () => {
    fixture.tool.set({ height: 3, thickness: 0.2, justification: 'left' });
    click(-1, 0);
    click(1, 0);
    expect(fixture.editor.scene.nodesOf('wall')[0]?.[1].props).toMatchObject({
      height: 3,
      thickness: 0.2,
      justification: 'left',
    });
  });

  it('accepts taps, and keeps the draft during a swipe', () => {
    fixture.editor.tap(...seen(-2, 0)).expectToBeIn('wallBuild.drawing');
    fixture.editor.swipe(seen(0, 0), seen(0, 3)).expectToBeIn('wallBuild.drawing');
    fixture.editor.tools.losePointer();
    fixture.editor.expectToBeIn('wallBuild.drawing').tap(...seen(2, 0));
    expect(plan()).toEqual([
      [
        [-2, 0],
        [2, 0],
      ],
    ]);
  });
});

describe('undo within a chain of walls', () => {
  it('continues from the end of the last remaining wall', () => {
    click(-2, 0);
    click(0, 0);
    click(0, 2);
    fixture.editor.history.undo();
    expect(fixture.tool.draft.value.from).toEqual([0, 0]);
    fixture.editor.history.redo();
    expect(fixture.tool.draft.value.from).toEqual([0, 2]);
    fixture.editor.history.undo();
    click(2, 0);
    expect(plan()).toEqual([
      [
        [-2, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [2, 0],
      ],
    ]);
  });

  it('removes the start point before any earlier edit', () => {
    click(-2, 0);
    click(0, 0);
    fixture.editor.tools.cancel();
    click(-2, 2);
    expect(fixture.editor.tools.keyDown({ key: 'z', mod: true, shift: false, alt: false, at: 0 })).toBe(true);
    fixture.editor.expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(1);
  });

  it('steps back when another user removes the last wall', () => {
    click(-2, 0);
    click(0, 0);
    removeNodes(
      fixture.editor.ydoc,
      fixture.editor.scene.nodesOf('wall').map(([id]) => id),
    );
    expect(fixture.tool.draft.value.from).toEqual([-2, 0]);
    click(0, 2);
    expect(plan()).toHaveLength(1);
  });
});

describe('the wall tool when no wall can be drawn', () => {
  it('rejects a wall of zero length and a duplicate', () => {
    click(-2, 0);
    click(-2, 0).expectToBeIn('wallBuild.drawing');
    expect(plan()).toEqual([]);
    click(2, 0);
    click(-2, 0);
    expect(fixture.tool.draft.value.isRefused).toBe(true);
    expect(plan()).toHaveLength(1);
    move(-2, 2);
    expect(fixture.tool.draft.value.isRefused).toBe(false);
  });

  it('does nothing when aimed at the sky', () => {
    fixture.editor.camera.set({ position: new Vector3(0, 1, 0), target: new Vector3(0, 5, -1), fov: 50 });
    fixture.editor.click(400, 300).expectToBeIn('wallBuild.idle');
    expect(fixture.tool.draft.value.cursor).toBeNull();
  });

  it('stops at once when the scene becomes read-only', () => {
    click(-2, 0);
    fixture.editor.type('3');
    fixture.editor.isReadOnly.value = true;
    fixture.editor.expectToBeIn('select.idle');
    expect(fixture.tool.draft.value).toMatchObject({ from: null, lengths: { typed: null } });
    expect(fixture.editor.history.state.value.canUndo).toBe(false);
  });

  it('discards its draft when another tool is used', () => {
    click(-2, 0);
    fixture.editor.tools.use('select');
    fixture.editor.tools.use('wallBuild');
    fixture.editor.expectToBeIn('wallBuild.idle');
    expect(fixture.tool.draft.value.from).toBeNull();
  });

  it('does not snap to hidden walls', () => {
    addNode(fixture.editor.ydoc, { kind: 'wall', visible: false, props: { start: [-2, 0], end: [2, 0] } });
    fixture.tool.set({ mode: 'lines' });
    move(0.1, 0.1);
    expect(fixture.tool.draft.value.cursor?.kind).toBe('grid');
  });
});

describe('the snapping of the cursor', () => {
  it('cycles its mode on a tap of Shift and its step on a tap of Ctrl', () => {
    const modes = [1, 2, 3, 4].map(() => {
      fixture.editor.type('Shift');
      return fixture.tool.settings.value.mode;
    });
    expect(modes).toEqual(['lines', 'angles', 'off', 'grid']);
    const steps = [1, 2, 3, 4].map(() => {
      fixture.editor.type('Control');
      return fixture.tool.settings.value.step;
    });
    expect(steps).toEqual([0.25, 0.1, 0.05, 0.5]);
  });

  it('does not change when Shift or Ctrl is held for long or with other input', () => {
    const key = (name: string, at = 0) => ({ key: name, shift: false, alt: false, mod: false, at });
    fixture.editor.tools.keyDown(key('Shift'));
    click(-2, 0);
    fixture.editor.tools.keyUp(key('Shift'));
    fixture.editor.tools.keyDown(key('Control'));
    fixture.editor.tools.keyDown(key('y'));
    fixture.editor.tools.keyUp(key('Control'));
    fixture.editor.tools.keyDown(key('Shift'));
    fixture.editor.tools.keyUp(key('Shift', 600));
    expect(fixture.tool.settings.value).toMatchObject({ mode: 'grid', step: 0.5 });
  });

  it('ticks at each step of a drawn wall when enabled, and not without a grid', () => {
    let ticks = 0;
    fixture.editor.preferences.change({ isTicking: true });
    followSnaps(fixture.editor, () => {
      ticks += 1;
    });
    move(-1, 1);
    move(0, 1);
    click(-2, 0);
    expect(ticks).toBe(0);
    for (const x of [-1.9, -1.4, -1.3, -1.1, -0.6]) {
      move(x, 0);
    }
    expect(ticks).toBe(3);
    fixture.tool.set({ mode: 'off' });
    move(-0.3, 0);
    move(0.4, 0);
    expect(ticks).toBe(3);
    fixture.editor.tools.cancel();
    expect(fixture.editor.snapTarget.value).toBeNull();
  });

  it('is bypassed while Shift is held', () => {
    move(0.3, 0.3);
    expect(fixture.tool.draft.value.cursor?.point).toEqual([0.5, 0.5]);
    fixture.editor.tools.setModifiers({ shift: true, mod: false, alt: false });
    expect(fixture.tool.draft.value.cursor?.kind).toBe('free');
  });
});

it('deleting a wall removes its openings in the same undo step', () => {
  const wall = addNode(fixture.editor.ydoc, { kind: 'wall' });
  const door = addNode(fixture.editor.ydoc, { kind: 'opening', parent: wall });
  fixture.editor.selection.set([wall]);
  deleteSelection(fixture.editor);
  expect([fixture.editor.scene.node(wall), fixture.editor.scene.node(door)]).toEqual([undefined, undefined]);
  fixture.editor.history.undo();
  expect(fixture.editor.scene.node(door)?.parent).toBe(wall);
});
