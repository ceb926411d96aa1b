import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { deleteSelection } from '../../../commands/selection.ts';
import { followSnaps } from '../../../sounds/start-ticks.ts';
import { withWallTool } from '../../../test/with-wall-tool.ts';

const fixture = withWallTool();
const { plan, seen, click, move } = fixture;

describe('When walls are drawn', () => {
  it('begins by a click, goes on from each end, and ends by a double click', () => {
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

  it('splits what it is drawn across, as one step', () => {
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

  it('puts the other half of what it splits into its own middle, however the wall is turned', () => {
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

  it('puts walls at the root, each in its own middle, and selects the last one', () => {
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

  it('closes a room and is done', () => {
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

  it('draws by a drag as well', () => {
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

  it('makes a room of two clicks as one step', () => {
    fixture.tool.set({ shape: 'room' });
    click(-1, -1);
    click(1, 2).expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(4);
    fixture.editor.history.undo();
    expect(plan()).toHaveLength(0);
    fixture.editor.history.redo();
    expect(plan()).toHaveLength(4);
  });

  it('looks as the panel says', () => {
    fixture.tool.set({ height: 3, thickness: 0.2, justification: 'left' });
    click(-1, 0);
    click(1, 0);
    expect(fixture.editor.scene.nodesOf('wall')[0]?.[1].props).toMatchObject({
      height: 3,
      thickness: 0.2,
      justification: 'left',
    });
  });

  it('takes fingers by taps, and lets them turn the view meanwhile', () => {
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

describe('When something is undone in the middle of a chain', () => {
  it('goes on from where the last wall that is left ends', () => {
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

  it('takes back its start before anything that was done earlier', () => {
    click(-2, 0);
    click(0, 0);
    fixture.editor.tools.cancel();
    click(-2, 2);
    expect(fixture.editor.tools.keyDown({ key: 'z', mod: true, shift: false, alt: false, at: 0 })).toBe(true);
    fixture.editor.expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(1);
  });

  it('steps back when somebody else removes its last wall, or that from which it began', () => {
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

describe('When a wall cannot be drawn', () => {
  it('is refused on its own start, and where there is one', () => {
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

  it('does nothing towards the sky', () => {
    fixture.editor.camera.set({ position: new Vector3(0, 1, 0), target: new Vector3(0, 5, -1), fov: 50 });
    fixture.editor.click(400, 300).expectToBeIn('wallBuild.idle');
    expect(fixture.tool.draft.value.cursor).toBeNull();
  });

  it('stops at once for who may only look', () => {
    click(-2, 0);
    fixture.editor.type('3');
    fixture.editor.isReadOnly.value = true;
    fixture.editor.expectToBeIn('select.idle');
    expect(fixture.tool.draft.value).toMatchObject({ from: null, lengths: { typed: null } });
    expect(fixture.editor.history.state.value.canUndo).toBe(false);
  });

  it('forgets its draft when another tool is taken', () => {
    click(-2, 0);
    fixture.editor.tools.use('select');
    fixture.editor.tools.use('wallBuild');
    fixture.editor.expectToBeIn('wallBuild.idle');
    expect(fixture.tool.draft.value.from).toBeNull();
  });

  it('neither splits nor keeps to what is hidden', () => {
    addNode(fixture.editor.ydoc, { kind: 'wall', visible: false, props: { start: [-2, 0], end: [2, 0] } });
    fixture.tool.set({ mode: 'lines' });
    move(0.1, 0.1);
    expect(fixture.tool.draft.value.cursor?.kind).toBe('grid');
  });
});

describe('What the cursor keeps to', () => {
  it('changes by a tap of Shift and of Ctrl, around', () => {
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

  it('stays when Shift or Ctrl is held for something else, or for long', () => {
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

  it('ticks at each step of a wall that is drawn, for who wants to hear that, and not where it goes smoothly', () => {
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

  it('is nothing while Shift is held', () => {
    move(0.3, 0.3);
    expect(fixture.tool.draft.value.cursor?.point).toEqual([0.5, 0.5]);
    fixture.editor.tools.setModifiers({ shift: true, mod: false, alt: false });
    expect(fixture.tool.draft.value.cursor?.kind).toBe('free');
  });
});

it('removes the openings of a wall that is deleted in the same step', () => {
  const wall = addNode(fixture.editor.ydoc, { kind: 'wall' });
  const door = addNode(fixture.editor.ydoc, { kind: 'opening', parent: wall });
  fixture.editor.selection.set([wall]);
  deleteSelection(fixture.editor);
  expect([fixture.editor.scene.node(wall), fixture.editor.scene.node(door)]).toEqual([undefined, undefined]);
  fixture.editor.history.undo();
  expect(fixture.editor.scene.node(door)?.parent).toBe(wall);
});
