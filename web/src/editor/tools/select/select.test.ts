import { addNode } from '@diorama/shared/scene/ops.ts';
import { Quaternion, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { groupSelection } from '../../commands/selection.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import { TestEditor } from '../../test/test-editor.ts';

let editor: TestEditor;
let a: string;
let b: string;

const position = (id: string) => editor.scene.node(id)?.position;
const EMPTY: [number, number] = [20, 20];

beforeEach(() => {
  editor = new TestEditor();
  a = addNode(editor.ydoc, { kind: 'box', name: 'A' });
  b = addNode(editor.ydoc, { kind: 'box', name: 'B', position: [3, 0, 0] });
  editor.tools.use('select');
});

describe('the select tool when idle', () => {
  it('selects the clicked node, and clears the selection on an empty click', () => {
    editor.click(...editor.screen(0, 0, 0));
    expect(editor.selection.ids.value).toEqual([a]);
    editor.click(...EMPTY).expectToBeIn('select.idle');
    expect(editor.selection.ids.value).toEqual([]);
  });

  it('adds with Shift and toggles with Ctrl', () => {
    editor.click(...editor.screen(0, 0, 0)).click(...editor.screen(3, 0, 0), { shift: true });
    expect(editor.selection.ids.value).toEqual([a, b]);
    editor.click(...editor.screen(0, 0, 0), { mod: true });
    expect(editor.selection.ids.value).toEqual([b]);
  });

  it('hovers the node under the pointer', () => {
    editor.pointerMove(...editor.screen(3, 0, 0));
    expect(editor.hover.value).toEqual({ handle: null, node: b });
    editor.pointerMove(...EMPTY);
    expect(editor.hover.value).toBeNull();
  });

  it('ignores locked nodes', () => {
    editor.selection.set([a]);
    editor.edit(() => editor.ydoc.getMap<Map<string, unknown>>('nodes').get(a)?.set('locked', true));
    editor.click(...editor.screen(0, 0, 0));
    expect(editor.selection.ids.value).toEqual([]);
  });

  it('selects the group of a clicked node, and the node itself on a double click', () => {
    editor.selection.set([a, b]);
    groupSelection(editor, 'Group');
    const [group] = editor.selection.ids.value;
    editor.selection.clear();
    editor.click(...editor.screen(0, 0, 0));
    expect(editor.selection.ids.value).toEqual([group]);
    editor.doubleClick(...editor.screen(0, 0, 0));
    expect(editor.selection.ids.value).toEqual([a]);
    editor.click(...editor.screen(3, 0, 0));
    expect(editor.selection.ids.value).toEqual([b]);
  });

  it('clears the selection on Escape, then returns to the select tool', () => {
    editor.tools.use('scale');
    editor.selection.set([a]);
    editor.tools.cancel();
    expect(editor.selection.ids.value).toEqual([]);
    editor.expectToBeIn('scale.idle').tools.cancel();
    editor.expectToBeIn('select.idle');
  });
});

describe('dragging a pressed node', () => {
  it('remains a click within eight pixels', () => {
    const [x, y] = editor.screen(0, 0, 0);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 5, y + 5)
      .expectToBeIn('select.pointing')
      .pointerUp();
    expect(editor.selection.ids.value).toEqual([a]);
    expect(position(a)).toEqual([0, 0, 0]);
  });

  it('moves the node over the ground in one history step', () => {
    const [x, y] = editor.screen(0, 0, 0);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 40, y)
      .pointerMove(x + 80, y);
    editor.expectToBeIn('select.translating');
    expect(position(a)).toEqual([0, 0, 0]);
    editor.pointerUp().expectToBeIn('select.idle');
    const moved = position(a) ?? [0, 0, 0];
    expect(Math.hypot(moved[0], moved[2])).toBeGreaterThan(0.1);
    expect(moved[1]).toBe(0);
    editor.history.undo();
    expect(position(a)).toEqual([0, 0, 0]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: true });
    editor.history.redo();
    expect(position(a)).toEqual(moved);
  });

  it('leaves nothing to undo or redo after a cancel', () => {
    const [x, y] = editor.screen(0, 0, 0);
    editor.pointerDown(x, y).pointerMove(x + 80, y);
    expect(editor.drag.state.value).not.toBeNull();
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
    expect(editor.drag.state.value).toBeNull();
    expect(position(a)).toEqual([0, 0, 0]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
  });

  it('is reverted when another tool takes over, and keeps the selection', () => {
    const [x, y] = editor.screen(0, 0, 0);
    editor.pointerDown(x, y).pointerMove(x + 80, y);
    editor.tools.use('rotate');
    editor.expectToBeIn('rotate.idle');
    expect(position(a)).toEqual([0, 0, 0]);
    expect(editor.selection.ids.value).toEqual([a]);
  });

  it('writes nothing for a node that another user removed meanwhile', () => {
    const [x, y] = editor.screen(0, 0, 0);
    editor.pointerDown(x, y).pointerMove(x + 80, y);
    editor.ydoc.getMap('nodes').delete(a);
    editor.pointerUp();
    expect(editor.scene.node(a)).toBeUndefined();
  });

  it('only selects for read-only users', () => {
    editor.isReadOnly.value = true;
    const [x, y] = editor.screen(0, 0, 0);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 80, y)
      .expectToBeIn('select.idle');
    expect(editor.selection.ids.value).toEqual([a]);
  });
});

describe('dragging from an empty place', () => {
  it('selects the nodes inside the marquee', () => {
    editor.pointerDown(0, 0).pointerMove(790, 590).expectToBeIn('select.brushing');
    expect(editor.marquee.value).toEqual({ left: 0, top: 0, right: 790, bottom: 590, isWhole: true });
    editor.pointerUp().expectToBeIn('select.idle');
    expect([...editor.selection.ids.value].sort()).toEqual([a, b].sort());
    expect(editor.marquee.value).toBeNull();
  });

  it('includes touched nodes only when the marquee is drawn to the left', () => {
    const [x] = editor.screen(0, 0, 0);
    // Over a corner of the box only, far from its centre.
    const edge = Math.min(...[-0.5, 0.5].flatMap((at) => [at, -at].map((z) => editor.screen(at, 0, z)[0])));
    editor
      .pointerDown(0, 0)
      .pointerMove(edge + 5, 590)
      .pointerUp();
    expect(editor.selection.ids.value).toEqual([]);
    expect(edge + 5).toBeLessThan(x);
    editor.pointerDown(edge + 5, 590).pointerMove(0, 0);
    expect(editor.marquee.value?.isWhole).toBe(false);
    editor.pointerUp();
    expect(editor.selection.ids.value).toEqual([a]);
  });

  it('restores the selection on cancel', () => {
    editor.selection.set([b]);
    editor.pointerDown(0, 0).pointerMove(790, 590);
    editor.tools.cancel();
    expect(editor.selection.ids.value).toEqual([b]);
  });
});

describe('dragging a handle', () => {
  const dragHandle = (axis: Vector3, metres: number) => {
    const frame = gizmoFrame(editor, 'translate');
    if (!frame) {
      throw new Error('no handles');
    }
    const at = (distance: number) => {
      const point = frame.origin.clone().addScaledVector(axis, distance);
      return editor.screen(point.x, point.y, point.z);
    };
    const from = frame.size * 0.7;
    editor.pointerMove(...at(from)).pointerDown(...at(from));
    return editor.pointerMove(...at(from + metres));
  };

  it('moves the node along an arrow by exactly the pointer’s distance', () => {
    editor.tools.use('move');
    editor.selection.set([a]);
    dragHandle(new Vector3(1, 0, 0), 1.5)
      .expectToBeIn('move.translating')
      .pointerUp();
    expect(position(a)?.[0]).toBeCloseTo(1.5, 4);
    expect(position(a)?.slice(1)).toEqual([0, 0]);
  });

  it('snaps to the step, except while Shift is held', () => {
    editor.preferences.change({ isSnapping: true });
    editor.tools.use('move');
    editor.selection.set([a]);
    dragHandle(new Vector3(1, 0, 0), 0.57).pointerUp();
    expect(position(a)?.[0]).toBeCloseTo(0.6, 6);
    editor.history.undo();
    dragHandle(new Vector3(1, 0, 0), 0.57);
    editor.pointerMove(...editor.screen(0.57 + 0.7 * (gizmoFrame(editor, 'translate')?.size ?? 0), 0, 0), {
      shift: true,
    });
    editor.pointerUp({ shift: true });
    expect(position(a)?.[0]).not.toBeCloseTo(0.6, 3);
  });

  it('follows the local axes of a rotated node in local space', () => {
    const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
    const c = addNode(editor.ydoc, { kind: 'box', rotation: turned.toArray() });
    editor.preferences.change({ space: 'local' });
    editor.tools.use('move');
    editor.selection.set([c]);
    dragHandle(new Vector3(0, 0, -1), 1).pointerUp();
    expect(position(c)?.[0]).toBeCloseTo(0, 4);
    expect(position(c)?.[2]).toBeCloseTo(-1, 4);
  });

  it('scales along one axis and keeps the position', () => {
    editor.tools.use('scale');
    editor.selection.set([b]);
    const size = gizmoFrame(editor, 'translate')?.size ?? 0;
    dragHandle(new Vector3(0, 1, 0), size * 0.7).pointerUp();
    const [x, y, z] = editor.scene.node(b)?.scale ?? [];
    expect(y).toBeCloseTo(2, 3);
    expect([x, z]).toEqual([1, 1]);
    expect(position(b)).toEqual([3, 0, 0]);
  });

  it('scales along all axes while scale is linked', () => {
    editor.preferences.change({ isScaleLinked: true });
    editor.tools.use('scale');
    editor.selection.set([b]);
    const size = gizmoFrame(editor, 'translate')?.size ?? 0;
    dragHandle(new Vector3(0, 1, 0), size * 0.7).pointerUp();
    for (const share of editor.scene.node(b)?.scale ?? [0]) {
      expect(share).toBeCloseTo(2, 3);
    }
  });

  it('rotates about the dragged ring, in steps while snapping', () => {
    editor.preferences.change({ isSnapping: true });
    editor.tools.use('rotate');
    editor.selection.set([a]);
    const radius = 0.92 * (gizmoFrame(editor, 'translate')?.size ?? 0);
    const on = (degrees: number) => {
      const angle = (degrees / 180) * Math.PI;
      return editor.screen(radius * Math.sin(angle), 0, radius * Math.cos(angle));
    };
    editor
      .pointerMove(...on(20))
      .pointerDown(...on(20))
      .pointerMove(...on(48))
      .expectToBeIn('rotate.rotating');
    editor.pointerUp();
    const [x, y, z, w] = editor.scene.node(a)?.rotation ?? [0, 0, 0, 1];
    expect((2 * Math.atan2(y, w) * 180) / Math.PI).toBeCloseTo(30, 3);
    expect([x, z]).toEqual([0, 0]);
    expect(position(a)).toEqual([0, 0, 0]);
  });

  it('moves a child of a moved parent only once', () => {
    editor.selection.set([a, b]);
    groupSelection(editor, 'Group');
    const [group = ''] = editor.selection.ids.value;
    editor.selection.set([group, a]);
    editor.tools.use('move');
    dragHandle(new Vector3(0, 1, 0), 1).pointerUp();
    const height = (id: string) => new Vector3().setFromMatrixPosition(editor.scene.worldOf(id)).y;
    expect(height(a)).toBeCloseTo(1, 4);
    expect(height(b)).toBeCloseTo(1, 4);
  });

  it('is discarded when the edit right is lost during the drag', () => {
    editor.selection.set([a]);
    editor.tools.use('move');
    dragHandle(new Vector3(0, 1, 0), 1);
    editor.isReadOnly.value = true;
    expect(editor.drag.state.value).toBeNull();
    editor.pointerUp().expectToBeIn('select.idle');
    expect(position(a)).toEqual([0, 0, 0]);
  });
});

describe('nodes not placed by their transform', () => {
  it('have no handles and stay out of drags of other nodes', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [-3, -3], end: [3, -3] } });
    const door = addNode(editor.ydoc, { kind: 'opening', parent: wall });
    const sun = addNode(editor.ydoc, { kind: 'sunLight', position: [0, 2, 0] });
    for (const id of [door, sun]) {
      editor.selection.set([id]);
      expect(gizmoFrame(editor, 'translate')).toBeNull();
      expect(editor.drag.start()).toBe(false);
    }
    editor.selection.set([door, a]);
    expect(editor.drag.start()).toBe(true);
    expect([...(editor.drag.state.value?.starts.keys() ?? [])]).toEqual([a]);
  });
});
