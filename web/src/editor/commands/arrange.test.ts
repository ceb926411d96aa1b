import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { GROUND } from '../features/walls/model/plan-level.ts';
import { levelOf, wallsOn } from '../features/walls/model/wall-plan.ts';
import { selectionSize } from '../queries/movable.ts';
import { TestEditor } from '../test/test-editor.ts';
import { alignSelection, distributeSelection, mirrorSelection, nudgeSelection } from './arrange.ts';
import { lookFrom, togglePerspective } from './focus.ts';
import { deleteSelection } from './selection.ts';

let editor: TestEditor;
let ids: string[];

const box = (x: number, width: number) =>
  addNode(editor.ydoc, { kind: 'box', name: 'Box', position: [x, 0, 0], props: { size: [width, 1, 1] } });
const xs = () => ids.map((id) => editor.scene.node(id)?.position[0]);

beforeEach(() => {
  editor = new TestEditor();
  ids = [box(0, 1), box(3, 2), box(10, 1)];
  editor.selection.set(ids);
});

describe('the selection', () => {
  it('is aligned and distributed by its bounds, each in one undo step', () => {
    alignSelection(editor, 'x', 'min');
    expect(xs()).toEqual([0, 0.5, 0]);
    editor.history.undo();
    expect(xs()).toEqual([0, 3, 10]);
    distributeSelection(editor, 'x');
    expect(xs()).toEqual([0, 5, 10]);
    editor.history.undo();
    expect(xs()).toEqual([0, 3, 10]);
  });

  it('has the size of all its movable nodes, and no size without a surface', () => {
    expect(selectionSize(editor).map((length) => Math.round(length * 1e6) / 1e6)).toEqual([11, 1, 1]);
    editor.selection.set([addNode(editor.ydoc, { kind: 'group' })]);
    expect(selectionSize(editor)).toEqual([0, 0, 0]);
  });

  it('keeps locked nodes in place, and all nodes in a read-only scene', () => {
    editor.edit(() => addNode(editor.ydoc, { kind: 'box' }));
    const [first = ''] = ids;
    editor.selection.set(ids);
    alignSelection(editor, 'y', 'max');
    editor.isReadOnly.value = true;
    alignSelection(editor, 'x', 'min');
    nudgeSelection(editor, 'right');
    expect(xs()).toEqual([0, 3, 10]);
    expect(editor.scene.node(first)?.locked).toBe(false);
  });

  it('is mirrored about its center, and back', () => {
    mirrorSelection(editor, 'x');
    expect(xs()).toEqual([10, 7, 0]);
    expect(editor.scene.node(ids[1] ?? '')?.scale.some((value) => value < 0)).toBe(true);
    mirrorSelection(editor, 'x');
    expect(xs()).toEqual([0, 3, 10]);
  });

  it('is nudged in the screen direction of the arrow key', () => {
    const [id = ''] = ids;
    editor.selection.set([id]);
    const seen = () =>
      editor.camera.project(editor.queries?.boundsOf([id]).min.clone() ?? editor.camera.pose.value.target);
    const before = seen();
    nudgeSelection(editor, 'right');
    expect(seen().x).toBeGreaterThan(before.x);
    nudgeSelection(editor, 'left');
    nudgeSelection(editor, 'up', 10);
    expect(editor.scene.node(id)?.position).toEqual([0, 1, 0]);
  });

  it('is nudged up instead of away in an orthographic side view', () => {
    const id = box(0, 1);
    editor.selection.set([id]);
    const nudged = (toward: 'away' | 'near') => {
      nudgeSelection(editor, toward);
      return editor.scene.node(id)?.position;
    };
    lookFrom(editor, [0, 0, 1]);
    expect(nudged('away')).toEqual([0, 0, -0.1]);
    togglePerspective(editor);
    expect(nudged('away')).toEqual([0, 0.1, -0.1]);
    expect(nudged('near')).toEqual([0, 0, -0.1]);
    lookFrom(editor, [0, 1, 0]);
    expect(nudged('near')).toEqual([0, 0, 0]);
  });

  it('does not mirror a selected door', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [6, 0] } });
    const door = addNode(editor.ydoc, { kind: 'opening', parent: wall });
    editor.selection.set([door]);
    const before = editor.scene.document.value;
    mirrorSelection(editor, 'x');
    expect(editor.scene.document.value).toBe(before);
    expect(editor.history.state.value.canUndo).toBe(false);
  });
});

describe('selected openings', () => {
  let wall: string;
  const window = (offset: number) =>
    addNode(editor.ydoc, {
      ...{ kind: 'opening', parent: wall },
      props: { type: 'window', offset, width: 1, height: 1, sill: 0.9 },
    });
  const props = (id: string) => {
    const node = editor.scene.node(id);
    return node?.kind === 'opening' ? { offset: node.props.offset, sill: node.props.sill } : null;
  };
  beforeEach(() => {
    // The wall runs to the left of the view, so its offsets increase to the left.
    wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [3, 0], end: [-3, 0] } });
    editor.camera.set({ position: new Vector3(0, 3, 9), target: new Vector3(), fov: 50 });
    editor.preferences.change({ isSnapping: true });
  });

  it('are nudged along their wall and by their sill height, in no other direction', () => {
    const id = window(2);
    editor.selection.set([id]);
    const step = editor.preferences.values.value.snapSteps.translate;
    nudgeSelection(editor, 'left');
    expect(props(id)?.offset).toBeCloseTo(2 + step);
    nudgeSelection(editor, 'up');
    expect(props(id)?.sill).toBeCloseTo(0.9 + step);
    const before = props(id);
    nudgeSelection(editor, 'away');
    expect(props(id)).toEqual(before);
    editor.history.undo();
    editor.history.undo();
    expect(props(id)).toEqual({ offset: 2, sill: 0.9 });
  });

  it('stop at the end of their wall and at each other, and move together', () => {
    const [first, second] = [window(1), window(2.02)];
    editor.selection.set([first]);
    nudgeSelection(editor, 'left', 5);
    expect(props(first)?.offset).toBe(1);
    editor.selection.set([first, second]);
    nudgeSelection(editor, 'left');
    const step = editor.preferences.values.value.snapSteps.translate;
    expect([props(first)?.offset, props(second)?.offset]).toEqual([1 + step, 2.02 + step]);
    nudgeSelection(editor, 'right', 100);
    expect(props(first)?.offset).toBe(1 + step);
  });

  it('keep their place while their wall is locked', () => {
    const id = window(2);
    updateNode(editor.ydoc, wall, { locked: true });
    editor.selection.set([id]);
    nudgeSelection(editor, 'left');
    expect(props(id)?.offset).toBe(2);
  });
});

describe('a wall in a floor plan', () => {
  const walls = () =>
    [...wallsOn(editor, GROUND).walls.values()].map(({ start, end }) =>
      [start, end].map((at) => at.map(near)),
    );
  const near = (value: number) => Math.round(value * 1e4) / 1e4 + 0;
  let wall: string;
  let door: string;
  beforeEach(() => {
    wall = addNode(editor.ydoc, {
      kind: 'wall',
      position: [20, 0, 0],
      props: { start: [-2, 0], end: [2, 0], justification: 'left' },
    });
    door = addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 1, hinge: 'left' } });
    addNode(editor.ydoc, { kind: 'wall', props: { start: [30, 0], end: [30, 3] } });
    editor.selection.set([wall]);
  });

  it('stays in the plan when mirrored with its door, in one undo step', () => {
    const before = editor.scene.document.value.nodes;
    const drawn = editor.queries?.boundsOf([door]);
    mirrorSelection(editor, 'x');
    expect(walls()[0]).toEqual([
      [18, 0],
      [22, 0],
    ]);
    expect(editor.scene.node(wall)?.scale).toEqual([1, 1, 1]);
    expect(editor.scene.node(door)?.props).toMatchObject({ offset: 3, hinge: 'right', flipped: false });
    const seen = editor.queries?.boundsOf([door]);
    expect(seen?.min.x).toBeCloseTo(40 - (drawn?.max.x ?? 0), 4);
    mirrorSelection(editor, 'x');
    expect(editor.scene.node(door)?.props).toMatchObject({ offset: 1, hinge: 'left' });
    editor.history.undo();
    editor.history.undo();
    expect(editor.scene.document.value.nodes).toEqual(before);
  });

  it('has mirrored bounds after a mirror across its length, and stays in the plan', () => {
    const body = () => editor.queries?.boundsOf([wall]);
    const before = body();
    mirrorSelection(editor, 'z');
    const middle = ((before?.min.z ?? 0) + (before?.max.z ?? 0)) / 2;
    expect(body()?.min.z).toBeCloseTo(2 * middle - (before?.max.z ?? 0), 4);
    expect(body()?.max.z).toBeCloseTo(2 * middle - (before?.min.z ?? 0), 4);
    expect(levelOf(editor, wall)).not.toBeNull();
  });

  it('stores a scale as its length, height and thickness, and resizes its door only on uniform scaling', () => {
    const scale = (x: number, y: number, z: number) => {
      const at = new Matrix4().makeTranslation(20, 0, 0);
      editor.drag.start();
      editor.drag.move(
        at
          .clone()
          .multiply(new Matrix4().makeScale(x, y, z))
          .multiply(at.clone().invert()),
      );
      editor.drag.commit(['scale']);
    };
    scale(1.5, 2, 1);
    expect(walls()[0]).toEqual([
      [17, 0],
      [23, 0],
    ]);
    expect(editor.scene.node(wall)).toMatchObject({ scale: [1, 1, 1], props: { height: 5, thickness: 0.1 } });
    expect(editor.scene.node(door)?.props).toMatchObject({ offset: 1.5, width: 0.9 });
    scale(2, 2, 2);
    expect(editor.scene.node(wall)?.props).toMatchObject({ height: 10, thickness: 0.2 });
    expect(editor.scene.node(door)?.props).toMatchObject({ offset: 3, width: 1.8 });
  });

  it('mirrors its child nodes', () => {
    const lamp = addNode(editor.ydoc, { kind: 'box', parent: wall, position: [1.5, 1, 0.3] });
    mirrorSelection(editor, 'x');
    const at = new Vector3().setFromMatrixPosition(editor.scene.worldOf(lamp));
    const middle = editor.queries?.boundsOf([wall]).getCenter(new Vector3()).x ?? 0;
    expect(at.x).toBeCloseTo(2 * middle - 21.5, 1);
  });

  it('leaves the plan only when tilted', () => {
    editor.drag.start();
    editor.drag.move(new Matrix4().makeRotationX(0.3).scale(new Vector3(2, 1, 1)));
    editor.drag.commit(['position', 'rotation', 'scale']);
    expect(levelOf(editor, wall)).toBeNull();
  });
});

it('nodes inside a locked group are not moved or deleted', () => {
  const group = addNode(editor.ydoc, { kind: 'group', locked: true });
  const inside = addNode(editor.ydoc, { kind: 'box', parent: group });
  editor.selection.set([inside]);
  nudgeSelection(editor, 'up');
  deleteSelection(editor);
  expect(editor.scene.node(inside)?.position).toEqual([0, 0, 0]);
  expect(editor.drag.start()).toBe(false);
});
