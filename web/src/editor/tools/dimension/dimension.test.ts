import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLiveEdit } from '../../commands/live-edit.ts';
import {
  BOX_SIDES,
  lengthsOf,
  pullableSides,
  resizePatch,
  sideMiddle,
  sizedSelection,
} from '../../queries/resize.ts';
import { TestEditor } from '../../test/test-editor.ts';
import type { DimensionTool } from './dimension-tool.ts';

let editor: TestEditor;

const tool = () => editor.tools.current as DimensionTool;
const sized = () => {
  const found = sizedSelection(editor);
  if (!found) {
    throw new Error('nothing is selected that has a size');
  }
  return found;
};
const seen = (point: Vector3) => editor.screen(point.x, point.y, point.z);
const pull = (axis: 'x' | 'y' | 'z', sign: 1 | -1, by: Vector3, modifiers = {}) => {
  const from = tool().middleOf(sized(), { axis, sign });
  editor.pointerMove(...seen(from)).pointerDown(...seen(from));
  return editor.pointerMove(...seen(from.clone().add(by)), modifiers);
};

beforeEach(() => {
  editor = new TestEditor();
  editor.tools.use('dimension');
});

describe('a dragged side', () => {
  it('lengthens a box and keeps the opposite side in place, in one history step', () => {
    const id = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0] });
    editor.selection.set([id]);
    pull('x', 1, new Vector3(0.6, 0, 0))
      .expectToBeIn('dimension.pulling')
      .pointerUp();
    expect(lengthsOf(sized()).x).toBeCloseTo(1.6, 4);
    expect(sideMiddle(sized(), { axis: 'x', sign: -1 }).applyMatrix4(editor.scene.worldOf(id)).x).toBeCloseTo(
      -0.5,
    );
    expect(editor.scene.node(id)?.scale).toEqual([1, 1, 1]);
    editor.history.undo();
    expect(editor.scene.node(id)).toMatchObject({ position: [0, 0.5, 0], props: { size: [1, 1, 1] } });
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('snaps the length to the step, and is reverted by Escape', () => {
    const id = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0] });
    editor.selection.set([id]);
    editor.preferences.change({ isSnapping: true });
    pull('y', 1, new Vector3(0, 0.37, 0)).pointerUp();
    expect(lengthsOf(sized()).y).toBeCloseTo(1.4, 6);
    pull('y', 1, new Vector3(0, 1, 0));
    editor.tools.cancel();
    expect(lengthsOf(sized()).y).toBeCloseTo(1.4, 6);
    expect(editor.scene.node(id)?.position[1]).toBeCloseTo(0.7, 6);
  });

  it('follows the pointer on a rotated and scaled node below a scaled group', () => {
    const parent = addNode(editor.ydoc, { kind: 'group', scale: [2, 2, 2] });
    const rotation: [number, number, number, number] = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const id = addNode(editor.ydoc, {
      kind: 'box',
      parent,
      rotation,
      scale: [0.5, 1, 1],
      position: [0, 0.5, 0],
    });
    editor.selection.set([id]);
    // Its local x axis points to −z of the scene.
    pull('x', 1, new Vector3(0, 0, -1)).pointerUp();
    const box = editor.queries?.boundsOf([id]);
    expect(box?.min.z).toBeCloseTo(-1.5, 4);
    expect(box?.max.z).toBeCloseTo(0.5, 4);
  });

  it('keeps round shapes round, and scales nodes without dimensions', () => {
    const round = addNode(editor.ydoc, { kind: 'cylinder', position: [0, 0.5, 0] });
    editor.selection.set([round]);
    pull('x', 1, new Vector3(1, 0, 0)).pointerUp();
    expect(editor.scene.node(round)?.props).toMatchObject({ radius: expect.closeTo(1, 4), height: 1 });
    const picture = addNode(editor.ydoc, { kind: 'image', position: [0, 1, 2], props: { size: [2, 1] } });
    editor.selection.set([picture]);
    pull('x', 1, new Vector3(1, 0, 0)).pointerUp();
    expect(editor.scene.node(picture)?.scale[0]).toBeCloseTo(1.5, 4);
  });

  it('follows the pointer on a mirrored node', () => {
    const id = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0], scale: [-1, 1, 1] });
    editor.selection.set([id]);
    // Its local right side is the left one in the scene.
    pull('x', 1, new Vector3(-0.6, 0, 0)).pointerUp();
    expect(lengthsOf(sized()).x).toBeCloseTo(1.6, 4);
    expect(editor.queries?.boundsOf([id]).max.x).toBeCloseTo(0.5, 4);
  });

  it('of a wall is its top, which changes only the height', () => {
    const id = addNode(editor.ydoc, { kind: 'wall', props: { start: [-1, 0], end: [1, 1] } });
    addNode(editor.ydoc, { kind: 'wall', props: { start: [1, 1], end: [1, 3] } });
    editor.selection.set([id]);
    expect(pullableSides(sized())).toEqual([{ axis: 'y', sign: 1 }]);
    pull('y', 1, new Vector3(0, 0.5, 0)).pointerUp();
    expect(editor.scene.node(id)).toMatchObject({
      position: [0, 0, 0],
      scale: [1, 1, 1],
      props: { height: expect.closeTo(3, 3) },
    });
  });

  it('cannot pass the opposite side', () => {
    editor.selection.set([addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0] })]);
    pull('x', 1, new Vector3(-3, 0, 0)).pointerUp();
    expect(lengthsOf(sized()).x).toBeGreaterThan(0);
    expect(lengthsOf(sized()).x).toBeLessThan(0.01);
  });

  it('writes nothing for a node that another user removes meanwhile', () => {
    const id = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0] });
    editor.selection.set([id]);
    pull('x', 1, new Vector3(1, 0, 0));
    editor.ydoc.getMap('nodes').delete(id);
    editor.pointerUp();
    expect(editor.scene.node(id)).toBeUndefined();
  });

  it('has no handle for read-only users, locked nodes or multiple nodes', () => {
    const id = addNode(editor.ydoc, { kind: 'box' });
    const other = addNode(editor.ydoc, { kind: 'box' });
    editor.selection.set([id, other]);
    expect(tool().sized).toBeNull();
    editor.selection.set([id]);
    expect(tool().sized).not.toBeNull();
    updateNode(editor.ydoc, id, { locked: true });
    expect(tool().sized).toBeNull();
    editor.selection.set([other]);
    editor.isReadOnly.value = true;
    expect(sizedSelection(editor)).toBeNull();
  });
});

describe('a typed length', () => {
  it('is applied exactly', () => {
    editor.selection.set([addNode(editor.ydoc, { kind: 'box' })]);
    const live = createLiveEdit(editor);
    tool().setLength('z', 2.345, live);
    live.commit();
    expect(lengthsOf(sized()).z).toBeCloseTo(2.345, 6);
  });
});

describe('kinds with dimensions', () => {
  const kinds = nodeDefs.filter(({ inspector }) => 'sizing' in inspector).map(({ kind }) => kind);

  it.each(kinds)('%s gets the dragged length and keeps the opposite side in place', (kind) => {
    const id = addNode(editor.ydoc, { kind, position: [1, 2, 3] });
    editor.selection.set([id]);
    for (const side of pullableSides(sized())) {
      const before = sized();
      const opposite = BOX_SIDES.find(({ axis, sign }) => axis === side.axis && sign !== side.sign) ?? side;
      const at = tool().middleOf(before, opposite)[side.axis];
      const patch = resizePatch(before, side, 1.75);
      updateNode(editor.ydoc, id, patch ?? {});
      // Later changes of other users are not overwritten.
      for (const key of ['material', 'materials', 'start', 'end', 'thickness', 'steps']) {
        expect(patch?.props ?? {}).not.toHaveProperty(key);
      }
      expect(lengthsOf(sized())[side.axis]).toBeCloseTo(1.75, 3);
      expect(tool().middleOf(sized(), opposite)[side.axis]).toBeCloseTo(at, 3);
    }
  });
});
