import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteSelection } from '../../commands/selection.ts';
import type { TestEditor } from '../../test/test-editor.ts';
import { openWallTool, planOf } from '../../test/with-wall-tool.ts';
import type { WallTool } from './wall-tool.ts';

let editor: TestEditor;
let tool: WallTool;

const plan = () => planOf(editor);
const seen = (x: number, z: number) => editor.screen(x, 0, z);
const click = (x: number, z: number) => editor.click(...seen(x, z));
const move = (x: number, z: number) => editor.pointerMove(...seen(x, z));

beforeEach(() => {
  ({ editor, tool } = openWallTool());
});
afterEach(() => editor.dispose());

describe('When walls are drawn', () => {
  it('begins by a click, goes on from each end, and ends by a double click', () => {
    click(-2, 0).expectToBeIn('wallBuild.drawing');
    expect(plan()).toEqual([]);
    click(2, 0).expectToBeIn('wallBuild.drawing');
    editor.doubleClick(...seen(2, 2)).expectToBeIn('wallBuild.idle');
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
    const host = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] } });
    click(1, -2);
    editor.doubleClick(...seen(1, 2));
    const corners = plan().map((ends) => ends.map(([x, z]) => `${x} ${z}`).join(' to '));
    expect(corners.sort()).toEqual(['-2 0 to 1 0', '1 -2 to 1 0', '1 0 to 1 2', '1 0 to 2 0']);
    editor.history.undo();
    expect(plan()).toEqual([
      [
        [-2, 0],
        [2, 0],
      ],
    ]);
    expect(editor.scene.node(host)).toBeDefined();
  });

  it('puts the other half of what it splits into its own middle, however the wall is turned', () => {
    addNode(editor.ydoc, {
      ...{ kind: 'wall', position: [1, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
      props: { start: [-2, 0], end: [2, 0] },
    });
    click(-1, 1);
    editor.doubleClick(...seen(3, 1));
    const halves = [...editor.scene.nodesOf('wall')].filter(([, { rotation }]) => rotation[1] !== 0);
    expect(halves).toHaveLength(2);
    const [, half] = halves.at(-1) ?? [];
    expect(half?.props.start.map((value) => value + 0)).toEqual(half?.props.end.map((value) => 0 - value));
    expect(half?.position).toEqual([1, 0, -0.5]);
  });

  it('puts walls at the root, each in its own middle, and selects the last one', () => {
    click(-2, 1);
    click(2, 1);
    const [wall] = editor.scene.nodesOf('wall');
    expect(wall?.[1]).toMatchObject({
      parent: null,
      position: [0, 0, 1],
      props: { start: [-2, 0], end: [2, 0], height: 2.5, thickness: 0.1 },
    });
    expect(editor.selection.get()).toEqual([wall?.[0]]);
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
    editor.tools.cancel();
    click(0, 2);
    click(0, 0).expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(3);
    editor.history.undo();
    expect(plan()).toHaveLength(1);
    editor.history.redo();
    expect(plan()).toHaveLength(3);
  });

  it('draws by a drag as well', () => {
    editor.pointerDown(...seen(-1, 0));
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
    tool.set({ shape: 'room' });
    click(-1, -1);
    click(1, 2).expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(4);
    editor.history.undo();
    expect(plan()).toHaveLength(0);
    editor.history.redo();
    expect(plan()).toHaveLength(4);
  });

  it('looks as the panel says', () => {
    tool.set({ height: 3, thickness: 0.2, justification: 'left' });
    click(-1, 0);
    click(1, 0);
    expect(editor.scene.nodesOf('wall')[0]?.[1].props).toMatchObject({
      height: 3,
      thickness: 0.2,
      justification: 'left',
    });
  });

  it('takes fingers by taps, and lets them turn the view meanwhile', () => {
    editor.tap(...seen(-2, 0)).expectToBeIn('wallBuild.drawing');
    editor.swipe(seen(0, 0), seen(0, 3)).expectToBeIn('wallBuild.drawing');
    editor.tools.interrupt();
    editor.expectToBeIn('wallBuild.drawing').tap(...seen(2, 0));
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
    editor.history.undo();
    expect(tool.draft.get().from).toEqual([0, 0]);
    editor.history.redo();
    expect(tool.draft.get().from).toEqual([0, 2]);
    editor.history.undo();
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
    editor.tools.cancel();
    click(-2, 2);
    expect(editor.tools.keyDown({ key: 'z', mod: true, shift: false, alt: false, at: 0 })).toBe(true);
    editor.expectToBeIn('wallBuild.idle');
    expect(plan()).toHaveLength(1);
  });

  it('steps back when somebody else removes its last wall, or that from which it began', () => {
    click(-2, 0);
    click(0, 0);
    removeNodes(
      editor.ydoc,
      editor.scene.nodesOf('wall').map(([id]) => id),
    );
    expect(tool.draft.get().from).toEqual([-2, 0]);
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
    expect(tool.draft.get().isRefused).toBe(true);
    expect(plan()).toHaveLength(1);
    move(-2, 2);
    expect(tool.draft.get().isRefused).toBe(false);
  });

  it('does nothing towards the sky', () => {
    editor.camera.set({ position: new Vector3(0, 1, 0), target: new Vector3(0, 5, -1), fov: 50 });
    editor.click(400, 300).expectToBeIn('wallBuild.idle');
    expect(tool.draft.get().cursor).toBeNull();
  });

  it('stops at once for who may only look', () => {
    click(-2, 0);
    editor.type('3');
    editor.isReadOnly.set(true);
    editor.expectToBeIn('select.idle');
    expect(tool.draft.get()).toMatchObject({ from: null, typed: null });
    expect(editor.history.state.get().canUndo).toBe(false);
  });

  it('forgets its draft when another tool is taken', () => {
    click(-2, 0);
    editor.tools.use('select');
    editor.tools.use('wallBuild');
    editor.expectToBeIn('wallBuild.idle');
    expect(tool.draft.get().from).toBeNull();
  });

  it('neither splits nor keeps to what is hidden or locked', () => {
    for (const flag of [{ visible: false }, { locked: true }]) {
      addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] }, ...flag });
    }
    tool.set({ mode: 'lines' });
    move(0.1, 0.1);
    expect(tool.draft.get().cursor?.kind).toBe('grid');
  });
});

describe('What the cursor keeps to', () => {
  it('changes by a tap of Shift and of Ctrl, around', () => {
    const modes = [1, 2, 3, 4].map(() => {
      editor.type('Shift');
      return tool.settings.get().mode;
    });
    expect(modes).toEqual(['lines', 'angles', 'off', 'grid']);
    const steps = [1, 2, 3, 4].map(() => {
      editor.type('Control');
      return tool.settings.get().step;
    });
    expect(steps).toEqual([0.25, 0.1, 0.05, 0.5]);
  });

  it('stays when Shift or Ctrl is held for something else, or for long', () => {
    const key = (name: string, at = 0) => ({ key: name, shift: false, alt: false, mod: false, at });
    editor.tools.keyDown(key('Shift'));
    click(-2, 0);
    editor.tools.keyUp(key('Shift'));
    editor.tools.keyDown(key('Control'));
    editor.tools.keyDown(key('y'));
    editor.tools.keyUp(key('Control'));
    editor.tools.keyDown(key('Shift'));
    editor.tools.keyUp(key('Shift', 600));
    expect(tool.settings.get()).toMatchObject({ mode: 'grid', step: 0.5 });
  });

  it('is nothing while Shift is held', () => {
    move(0.3, 0.3);
    expect(tool.draft.get().cursor?.point).toEqual([0.5, 0.5]);
    editor.tools.setModifiers({ shift: true, mod: false, alt: false });
    expect(tool.draft.get().cursor?.kind).toBe('free');
  });
});

it('removes the openings of a wall that is deleted in the same step', () => {
  const wall = addNode(editor.ydoc, { kind: 'wall' });
  const door = addNode(editor.ydoc, { kind: 'opening', parent: wall });
  editor.selection.set([wall]);
  deleteSelection(editor);
  expect([editor.scene.node(wall), editor.scene.node(door)]).toEqual([undefined, undefined]);
  editor.history.undo();
  expect(editor.scene.node(door)?.parent).toBe(wall);
});
