import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import { OpeningTool } from './opening-tool.ts';

let editor: TestEditor;
let tool: OpeningTool;
let wall: string;
let other: string;

const openings = () => editor.scene.nodesOf('opening').map(([, { parent, props }]) => ({ parent, ...props }));
const seen = (x: number, y: number, z: number) => editor.screen(x, y, z);
/** On the visible side of the first wall. */
const onWall = (x: number) => seen(x, 1, 0.05);
const SKY: [number, number] = [400, 5];

beforeEach(() => {
  editor = new TestEditor();
  editor.camera.set({ position: new Vector3(0, 4, 12), target: new Vector3(0, 1, 0), fov: 50 });
  wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [-3, 0], end: [3, 0] } });
  other = addNode(editor.ydoc, { kind: 'wall', props: { start: [-3, 3], end: [3, 3], height: 0.5 } });
  editor.tools.use('openings');
  const { current } = editor.tools;
  if (!(current instanceof OpeningTool)) {
    throw new Error('the tool of openings is another one');
  }
  tool = current;
});
afterEach(() => editor.dispose());

describe('placing an opening', () => {
  it('previews the opening in the wall under the pointer, and adds the opening on a click', () => {
    editor.pointerMove(...onWall(1));
    expect(tool.ghost.value?.placed).toMatchObject({ wall, isAllowed: true });
    editor.click(...onWall(1));
    expect(openings()).toMatchObject([
      { parent: wall, type: 'door', width: 0.9, height: 2.1, sill: 0, flipped: false },
    ]);
    expect(openings()[0]?.offset).toBeCloseTo(4);
    const [door] = editor.scene.nodesOf('opening');
    expect(editor.selection.ids.value).toEqual([door?.[0]]);
    editor.history.undo();
    expect(openings()).toEqual([]);
    editor.history.redo();
    expect(openings()).toHaveLength(1);
  });

  it('uses the chosen type with its own size, and flips the opening on R', () => {
    tool.choose('window');
    tool.resize({ width: 2, sill: 1 });
    tool.choose('hole');
    tool.choose('window');
    editor.pointerMove(...onWall(0));
    expect(editor.type('r')).toBe(true);
    editor.click(...onWall(0));
    expect(openings()).toMatchObject([{ type: 'window', width: 2, height: 1.2, sill: 1, flipped: true }]);
  });

  it('rejects an overlap, unless Shift is held', () => {
    editor.click(...onWall(0));
    editor.click(...onWall(0.8));
    expect(openings()).toHaveLength(1);
    expect(tool.ghost.value?.placed).toMatchObject({ collides: true, isAllowed: false });
    editor.click(...onWall(0.8), { shift: true });
    expect(openings()).toHaveLength(2);
  });

  it('does nothing away from walls, toward the sky, or after the pointer has left', () => {
    editor.click(...SKY).click(...seen(8, 0, -4));
    expect(tool.ghost.value).toBeNull();
    editor.pointerMove(...onWall(0));
    editor.tools.pointerLeave();
    expect(tool.ghost.value).toBeNull();
    expect(openings()).toEqual([]);
  });

  it('drops the preview when another user removes the wall', () => {
    editor.pointerMove(...onWall(0));
    removeNodes(editor.ydoc, [wall]);
    expect(tool.ghost.value?.placed.wall).not.toBe(wall);
  });

  it('ignores locked walls', () => {
    updateNode(editor.ydoc, wall, { locked: true });
    editor.click(...onWall(0));
    expect(openings()).toEqual([]);
  });

  it('works in walls of other levels and groups', () => {
    const group = addNode(editor.ydoc, { kind: 'group', position: [0, 0, -4] });
    const upstairs = addNode(editor.ydoc, {
      kind: 'wall',
      parent: group,
      position: [1, 3, 0],
      props: { start: [-3, 0], end: [3, 0] },
    });
    editor.click(...seen(0, 4, -3.95));
    expect(openings()[0]?.parent).toBe(upstairs);
    expect(openings()[0]?.offset).toBeCloseTo(2);
  });

  it('accepts taps, and ignores swipes', () => {
    editor.swipe(onWall(0), onWall(2));
    expect(openings()).toEqual([]);
    editor.tap(...onWall(1));
    expect(openings()).toHaveLength(1);
    expect(tool.ghost.value).toBeNull();
  });

  it('ends when the scene becomes read-only, and on Escape', () => {
    editor.pointerMove(...onWall(0));
    editor.isReadOnly.value = true;
    editor.expectToBeIn('select.idle');
    expect(tool.ghost.value).toBeNull();
    tool.place();
    expect(openings()).toEqual([]);
    editor.isReadOnly.value = false;
    editor.tools.use('openings');
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });
});

describe.each(['openings', 'select', 'move'] as const)('dragging an opening in the tool %s', (name) => {
  let door: string;
  const path = `${name}.slidingOpening`;
  beforeEach(() => {
    door = addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 3 } });
    editor.tools.use(name);
  });
  const drag = (x: number) =>
    editor
      .pointerMove(...onWall(0.2))
      .pointerDown(...onWall(0.2))
      .pointerMove(...onWall(x))
      .expectToBeIn(path);

  it('slides the opening along its wall in one undo step, and keeps its transform', () => {
    drag(1.2)
      .pointerMove(...onWall(1.7))
      .pointerUp()
      .expectToBeIn(`${name}.idle`);
    expect(openings()[0]?.offset).toBeCloseTo(4.5);
    expect(editor.scene.node(door)).toMatchObject({ position: [0, 0, 0], parent: wall });
    editor.history.undo();
    expect(openings()[0]?.offset).toBe(3);
    editor.history.redo();
    expect(openings()[0]?.offset).toBeCloseTo(4.5);
  });

  it('drags a copy while Alt is held, in one undo step', () => {
    if (name === 'openings') {
      return;
    }
    editor.pointerMove(...onWall(0.2)).pointerDown(...onWall(0.2), { alt: true });
    editor.pointerMove(...onWall(1.9), { alt: true }).expectToBeIn(path);
    editor.pointerUp().expectToBeIn(`${name}.idle`);
    expect(openings()).toHaveLength(2);
    expect(editor.scene.node(door)).toMatchObject({ props: { offset: 3 } });
    expect(editor.selection.primary).not.toBe(door);
    editor.history.undo();
    expect(openings()).toMatchObject([{ parent: wall, offset: 3 }]);
    editor.history.redo();
    expect(openings()).toHaveLength(2);
    editor.history.undo();
    editor.pointerMove(...onWall(0.2)).pointerDown(...onWall(0.2), { alt: true });
    editor.pointerMove(...onWall(1.9), { alt: true }).tools.cancel();
    expect(openings()).toMatchObject([{ parent: wall, offset: 3 }]);
  });

  it('is reverted on Escape and when the scene becomes read-only', () => {
    drag(1.2).tools.cancel();
    expect(openings()[0]?.offset).toBe(3);
    editor.pointerUp();
    drag(1.2);
    editor.isReadOnly.value = true;
    expect(openings()[0]?.offset).toBe(3);
    editor.pointerUp();
  });

  it('moves the opening to another wall, and undo moves the opening back', () => {
    drag(1.2)
      .pointerMove(...seen(1, 0.25, 3.05))
      .pointerUp();
    expect(openings()[0]?.parent).toBe(other);
    editor.history.undo();
    expect(openings()).toMatchObject([{ parent: wall, offset: 3 }]);
  });

  it('stops at the end of the wall and beside other openings', () => {
    drag(1.2)
      .pointerMove(...seen(6, 1, 0.05))
      .pointerUp();
    expect(openings()[0]?.offset).toBeGreaterThan(5);
    expect(openings()[0]?.offset).toBeLessThan(6);
    editor.history.undo();
    addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 5 } });
    drag(1.2)
      .pointerMove(...onWall(2))
      .pointerUp();
    expect(openings()[0]?.offset).toBeLessThanOrEqual(5 - 0.9);
  });

  it('tolerates that another user removes the wall meanwhile', () => {
    drag(1.2);
    removeNodes(editor.ydoc, [wall]);
    editor
      .pointerMove(...onWall(1))
      .pointerUp()
      .expectToBeIn(`${name}.idle`);
    expect(openings()).toEqual([]);
  });

  it('keeps the opening in its wall when another user removes the target wall', () => {
    drag(1.2).pointerMove(...seen(1, 0.25, 3.05));
    removeNodes(editor.ydoc, [other]);
    editor.pointerUp();
    expect(openings()).toMatchObject([{ parent: wall, offset: 3 }]);
  });

  it('does not move a locked opening', () => {
    updateNode(editor.ydoc, door, { locked: true });
    editor.selection.set([door]);
    editor
      .pointerDown(...onWall(0.2))
      .pointerMove(...onWall(1.2))
      .pointerUp();
    expect(openings().find(({ parent }) => parent === wall)?.offset).toBe(3);
  });
});

it('a click on an opening selects the opening', () => {
  const door = addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 3 } });
  editor.click(...onWall(0)).expectToBeIn('openings.idle');
  expect(editor.selection.ids.value).toEqual([door]);
  expect(openings()).toHaveLength(1);
});

it('R flips a door during a drag, in the same undo step', () => {
  addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 3 } });
  editor.pointerDown(...onWall(0)).pointerMove(...onWall(1));
  expect(editor.type('r')).toBe(true);
  editor.pointerMove(...onWall(1.5)).pointerUp();
  expect(openings()[0]).toMatchObject({ flipped: true });
  expect(openings()[0]?.offset).toBeCloseTo(4.5);
  editor.history.undo();
  expect(openings()[0]).toMatchObject({ flipped: false, offset: 3 });
});
