import { addNode, addNodes } from '@diorama/shared/scene/ops.ts';
import { Quaternion, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { lookFrom, togglePerspective } from '../../commands/focus.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import { TestEditor } from '../../test/test-editor.ts';
import type { Modifiers } from '../pointer.ts';
import { MoveSnap } from './move-snap.ts';
import { SelectTool } from './select-tool.ts';

let editor: TestEditor;
let a: string;

const position = (id: string) => editor.scene.node(id)?.position ?? [0, 0, 0];
const marks = () => {
  const tool = editor.tools.current;
  return tool instanceof SelectTool ? tool.marks.value : null;
};
const target = (key: 'grid' | 'guides' | 'points' | 'surfaces' | 'normal', isOn: boolean) => {
  const { snapTargets } = editor.preferences.values.value;
  editor.preferences.change({ snapTargets: { ...snapTargets, [key]: isOn } });
};

/** Drags the x arrow by a number of metres. */
const pull = (metres: number, modifiers: Partial<Modifiers> = {}) => {
  const frame = gizmoFrame(editor, 'translate');
  const [x, y, z] = frame?.origin.toArray() ?? [0, 0, 0];
  const grip = (frame?.size ?? 1) * 0.7;
  const at = (far: number) => editor.screen(x + grip + far, y, z);
  editor.pointerMove(...at(0)).pointerDown(...at(0), { alt: modifiers.alt ?? false });
  return editor.pointerMove(...at(metres), modifiers);
};

beforeEach(() => {
  editor = new TestEditor();
  editor.preferences.change({ isSnapping: true });
  a = addNode(editor.ydoc, { kind: 'box', name: 'A', position: [0, 0.5, 0] });
  editor.tools.use('move');
  editor.selection.set([a]);
});

describe('snap steps', () => {
  it('use the configured step, and none for zero', () => {
    target('guides', false);
    editor.preferences.change({ snapSteps: { translate: 0.25, rotate: 1, scale: 1 } });
    pull(0.6).pointerUp();
    expect(position(a)[0]).toBeCloseTo(0.5, 6);
    editor.history.undo();
    editor.preferences.change({ snapSteps: { translate: 0, rotate: 1, scale: 1 } });
    pull(0.63).pointerUp();
    expect(position(a)[0]).toBeCloseTo(0.63, 3);
  });

  it('count from the start position, or lead to grid lines', () => {
    target('guides', false);
    const off = addNode(editor.ydoc, { kind: 'box', position: [0.03, 0.5, 0] });
    editor.selection.set([off]);
    pull(0.52).pointerUp();
    expect(position(off)[0]).toBeCloseTo(0.53, 6);
    editor.history.undo();
    target('grid', true);
    pull(0.52).pointerUp();
    expect(position(off)[0]).toBeCloseTo(0.5, 6);
    expect(position(off).slice(1)).toEqual([0.5, 0]);
  });

  it('align the position of a freely dragged node to the grid', () => {
    target('guides', false);
    target('points', false);
    target('grid', true);
    editor.tools.use('select');
    const off = addNode(editor.ydoc, { kind: 'box', position: [0.03, 0.5, 2.04] });
    editor.selection.set([off]);
    const [x, y] = editor.screen(0.21, 1, 2.17);
    editor.pointerMove(x, y).pointerDown(x, y);
    editor.pointerMove(x + 60, y + 10).pointerUp();
    const [movedX, movedY, movedZ] = position(off);
    for (const moved of [movedX, movedZ]) {
      expect(moved).toBeCloseTo(Math.round(moved * 10) / 10, 6);
    }
    expect([movedX > 0.03, movedY]).toEqual([true, 0.5]);
  });

  it('keep the depth of a node dragged in an orthographic front view', () => {
    target('guides', false);
    target('points', false);
    target('grid', true);
    editor.tools.use('select');
    const off = addNode(editor.ydoc, { kind: 'box', position: [0.03, 0.52, 2.04] });
    editor.selection.set([off]);
    lookFrom(editor, [0, 0, 1]);
    togglePerspective(editor);
    const [x, y] = editor.screen(0.03, 0.52, 2.54);
    editor.pointerMove(x, y).pointerDown(x, y);
    editor.pointerMove(...editor.screen(0.62, 0.94, 2.54)).pointerUp();
    expect(position(off)).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.9, 6), 2.04]);
  });

  it('count from the start position along local axes, which have no grid', () => {
    target('guides', false);
    target('grid', true);
    const rotation = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.4).toArray();
    const turned = addNode(editor.ydoc, { kind: 'box', position: [0.03, 0.5, 0], rotation });
    editor.preferences.change({ space: 'local' });
    editor.selection.set([turned]);
    const frame = gizmoFrame(editor, 'translate');
    const along = new Vector3(1, 0, 0).applyQuaternion(frame?.rotation ?? new Quaternion());
    const at = (far: number) => {
      const { x, y, z } = along.clone().multiplyScalar((frame?.size ?? 1) * 0.7 + far);
      return editor.screen(0.03 + x, 0.5 + y, z);
    };
    editor.pointerMove(...at(0)).pointerDown(...at(0));
    editor.pointerMove(...at(0.52)).pointerUp();
    expect(new Vector3(...position(turned)).distanceTo(new Vector3(0.03, 0.5, 0))).toBeCloseTo(0.5, 4);
  });

  it('are inverted by Ctrl and disabled by Shift', () => {
    target('guides', false);
    pull(0.52, { mod: true }).pointerUp({ mod: true });
    expect(position(a)[0]).toBeCloseTo(0.52, 3);
    editor.history.undo();
    editor.preferences.change({ isSnapping: false });
    pull(0.52, { mod: true }).pointerUp({ mod: true });
    expect(position(a)[0]).toBeCloseTo(0.5, 6);
    editor.history.undo();
    pull(0.52, { mod: true, shift: true }).pointerUp({ mod: true, shift: true });
    expect(position(a)[0]).toBeCloseTo(0.52, 3);
  });

  it('are stored, while invalid stored values are ignored', () => {
    let kept = JSON.stringify({
      snapSteps: { translate: 'far', rotate: -1, scale: 0.5 },
      snapTargets: { grid: 3 },
    });
    const setItem = (_key: string, value: string) => {
      kept = value;
    };
    const storage = { getItem: () => kept, setItem };
    const { preferences } = new TestEditor({ storage });
    expect(preferences.values.value.snapSteps).toEqual({ translate: 0.1, rotate: Math.PI / 12, scale: 0.5 });
    expect(preferences.values.value.snapTargets.grid).toBe(false);
    preferences.change({ snapSteps: { translate: 0.5, rotate: 1, scale: 0.5 } });
    expect(new TestEditor({ storage }).preferences.values.value.snapSteps.translate).toBe(0.5);
  });
});

describe('guides', () => {
  it('align a node with another in preference to the step, and are shown', () => {
    addNode(editor.ydoc, { kind: 'box', position: [0.57, 0.5, 3] });
    pull(0.55);
    expect(marks()?.lines.map(({ axis }) => axis)).toEqual(['x']);
    editor.pointerUp();
    expect(position(a)[0]).toBeCloseTo(0.57, 6);
    expect(marks()?.lines).toEqual([]);
  });

  it('ignore nodes rotated away from the scene axes', () => {
    const rotation = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.4).toArray();
    const turned = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, -2], rotation });
    addNode(editor.ydoc, { kind: 'box', position: [0.57, 0.5, 3] });
    editor.preferences.change({ space: 'local' });
    editor.selection.set([turned]);
    pull(0.5);
    expect(marks()?.lines).toEqual([]);
  });

  it('examine few of many nodes per move', () => {
    const boxes = Array.from({ length: 1_500 }, (_, i) => ({
      kind: 'box' as const,
      position: [(i % 40) * 0.7 - 14, 0.5, Math.floor(i / 40) * 0.7 - 14] as [number, number, number],
    }));
    addNodes(editor.ydoc, boxes);
    editor.drag.start();
    const frame = gizmoFrame(editor, 'translate');
    const start = { x: 400, y: 300, kind: 'mouse', shift: false, mod: false, alt: false, at: 0 } as const;
    if (!frame) {
      throw new Error('no handles');
    }
    const snap = new MoveSnap(editor, { handle: 'x', frame, start, isByHandle: true, mark: null });
    const to = (x: number) => ({ screen: { x, y: 300 }, ray: editor.camera.rayAt({ x, y: 300 }) });
    const move = (x: number) => {
      const before = snap.looked;
      snap.resolve({ handle: 'x', frame, from: to(400), to: to(x) }, { ...start, x }, false);
      return snap.looked - before;
    };
    expect(move(410)).toBeGreaterThan(0);
    expect(Math.max(...[420, 430, 440, 450].map(move))).toBeLessThan(300);
  });
});

describe('vertices', () => {
  beforeEach(() => {
    editor.areSidesMeshed = true;
    addNode(editor.ydoc, { kind: 'box', name: 'B', position: [2.4, 1.2, 0.3] });
  });

  it('snap onto each other when a drag starts at one', () => {
    editor.tools.use('select');
    const from = editor.screen(0.5, 1, 0.5);
    const to = editor.screen(2.9, 1.7, 0.8);
    editor.pointerMove(from[0] - 3, from[1] + 3).pointerDown(from[0] - 3, from[1] + 3);
    editor.pointerMove(to[0] - 4, to[1] + 4);
    expect(marks()?.caught).toMatchObject({ kind: 'vertex' });
    editor.pointerUp();
    const moved = position(a);
    expect(moved.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([2.4, 1.2, 0.3]);
    editor.history.undo();
    expect(position(a)).toEqual([0, 0.5, 0]);
  });

  it('attract an arrow drag along its axis while V is held', () => {
    editor.preferences.change({ isSnapping: false });
    pull(0.2);
    const to = editor.screen(1.9, 1.7, 0.8);
    editor.pointerMove(to[0] + 4, to[1] + 4);
    const free = editor.drag.state.value?.delta.elements[12];
    editor.tools.keyDown({ key: 'v', shift: false, mod: false, alt: false, at: 0 });
    expect(marks()?.caught?.kind).toBe('vertex');
    editor.pointerUp();
    expect(position(a)[0]).not.toBeCloseTo(free ?? 0, 3);
    expect([0.4, 1.4, 2.4].some((x) => Math.abs(position(a)[0] - x) < 1e-6)).toBe(true);
    expect(position(a).slice(1)).toEqual([0.5, 0]);
  });

  it('stop attracting the drag when V is released', () => {
    editor.preferences.change({ isSnapping: false });
    pull(0.2);
    const key = { key: 'v', shift: false, mod: false, alt: false, at: 0 };
    const to = editor.screen(1.9, 1.7, 0.8);
    editor.pointerMove(...to);
    editor.tools.keyDown(key);
    editor.tools.keyUp(key);
    expect(marks()?.caught).toBeNull();
    editor.tools.cancel();
    expect(position(a)).toEqual([0, 0.5, 0]);
  });
});

describe('surfaces', () => {
  const drag = (to: [number, number]) => {
    const from = editor.screen(0, 0.9, 0.5);
    const foot = editor.screen(0, 0, 0);
    editor.pointerMove(...from).pointerDown(...from);
    return editor.pointerMove(from[0] + to[0] - foot[0], from[1] + to[1] - foot[1]);
  };

  beforeEach(() => {
    editor.tools.use('select');
    target('surfaces', true);
    target('points', false);
    target('guides', false);
    addNode(editor.ydoc, { kind: 'box', name: 'Table', position: [2, 0.4, -1], scale: [1.6, 0.8, 1.6] });
  });

  it('carry a node that is dragged over them', () => {
    drag(editor.screen(2, 0.8, -1));
    expect(marks()?.caught?.kind).toBe('surface');
    editor.pointerUp();
    const [x, y, z] = position(a);
    expect([x, y, z].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([2, 1.3, -1]);
  });

  it('hold a dragged node beside them, or upright on them when aligning to normals', () => {
    // The side of the table that faces the viewer.
    drag(editor.screen(1.6, 0.4, -0.2)).pointerUp();
    expect(position(a)[2]).toBeCloseTo(0.3, 4);
    expect(editor.scene.node(a)?.rotation).toEqual([0, 0, 0, 1]);
    editor.history.undo();
    target('normal', true);
    drag(editor.screen(1.6, 0.4, -0.2)).pointerUp();
    const { rotation = [0, 0, 0, 1] } = editor.scene.node(a) ?? {};
    const up = new Vector3(0, 1, 0).applyQuaternion(new Quaternion(...rotation));
    expect(up.z).toBeCloseTo(1, 5);
    expect(position(a)[2]).toBeCloseTo(0.3, 4);
  });

  it('end at the ground, where a dragged node stops', () => {
    const high = addNode(editor.ydoc, { kind: 'box', position: [-2, 3, 1] });
    editor.selection.set([high]);
    const from = editor.screen(-2, 3, 1.5);
    editor.pointerMove(...from).pointerDown(...from);
    editor.pointerMove(from[0] + 10, from[1] + 10).pointerUp();
    expect(position(high)[1]).toBeCloseTo(0.5, 5);
  });
});

describe('dragging with Alt', () => {
  it('moves a copy in one step and keeps the original', () => {
    editor.tools.use('select');
    const [x, y] = editor.screen(0, 0.9, 0.5);
    editor.pointerMove(x, y).pointerDown(x, y, { alt: true });
    editor.pointerMove(x + 90, y, { alt: true }).pointerUp({ alt: true });
    const [copy = ''] = editor.selection.ids.value;
    expect(copy).not.toBe(a);
    expect(position(a)).toEqual([0, 0.5, 0]);
    expect(position(copy)[0]).toBeGreaterThan(0.1);
    editor.history.undo();
    expect(Object.keys(editor.scene.document.value.nodes)).toEqual([a]);
    expect(editor.selection.ids.value).toEqual([a]);
    expect(editor.history.state.value.canUndo).toBe(false);
    editor.history.redo();
    expect(position(copy)[0]).toBeGreaterThan(0.1);
  });

  it('also copies with a handle', () => {
    pull(1.5, { alt: true }).pointerUp({ alt: true });
    expect(position(a)[0]).toBe(0);
    expect(position(editor.selection.ids.value[0] ?? '')[0]).toBeCloseTo(1.5, 4);
  });

  it('leaves no copy and nothing to undo or redo after a cancel', () => {
    pull(1.5, { alt: true });
    editor.tools.cancel();
    expect(Object.keys(editor.scene.document.value.nodes)).toEqual([a]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
    expect(editor.selection.ids.value).toEqual([a]);
  });

  it('goes to the tool on the selection, and to the camera elsewhere', () => {
    const at = (x: number, y: number) =>
      ({ x, y, kind: 'mouse', shift: false, mod: false, alt: true }) as const;
    const other = addNode(editor.ydoc, { kind: 'box', position: [3, 0.5, 0] });
    expect(editor.tools.takesAlt(at(...editor.screen(0, 0.9, 0.5)))).toBe(true);
    expect(editor.tools.takesAlt(at(...editor.screen(3, 0.9, 0.5)))).toBe(false);
    expect(editor.tools.takesAlt(at(5, 5))).toBe(false);
    editor.selection.set([other]);
    expect(editor.tools.takesAlt(at(...editor.screen(3, 0.9, 0.5)))).toBe(true);
    editor.isReadOnly.value = true;
    expect(editor.tools.takesAlt(at(...editor.screen(3, 0.9, 0.5)))).toBe(false);
  });

  it('copies no locked node', () => {
    editor.tools.use('select');
    editor.edit(() => editor.ydoc.getMap<Map<string, unknown>>('nodes').get(a)?.set('locked', true));
    editor.selection.set([a]);
    const [x, y] = editor.screen(0, 0.9, 0.5);
    editor.pointerMove(x, y).pointerDown(x, y, { alt: true });
    editor.pointerMove(x + 90, y, { alt: true }).pointerUp({ alt: true });
    expect(Object.keys(editor.scene.document.value.nodes)).toEqual([a]);
  });
});
