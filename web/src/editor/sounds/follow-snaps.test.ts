import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { NO_SNAP_TARGET, snapTargetKey } from '../kernels/snap-target-key.ts';
import { gizmoFrame } from '../queries/gizmo-frame.ts';
import { TestEditor } from '../test/test-editor.ts';
import { followSnaps } from './start-ticks.ts';

let editor: TestEditor;
let ticks: number;

beforeEach(() => {
  editor = new TestEditor();
  editor.preferences.change({
    isTicking: true,
    isSnapping: true,
    snapSteps: { translate: 0.5, rotate: 1, scale: 1 },
    snapTargets: { grid: false, guides: false, points: false, surfaces: false, normal: false },
  });
  ticks = 0;
  followSnaps(editor, () => {
    ticks += 1;
  });
});

describe('the snap feedback', () => {
  it('ticks once per new snap target, but not at the start or on free movement', () => {
    const places = [
      snapTargetKey([0]),
      snapTargetKey([0]),
      snapTargetKey([0.5]),
      NO_SNAP_TARGET,
      NO_SNAP_TARGET,
      snapTargetKey([0.5]),
      null,
    ];
    const heard = places.map((place) => {
      editor.snapTarget.value = place;
      return ticks;
    });
    expect(heard).toEqual([0, 0, 1, 1, 1, 2, 2]);
  });

  it('ticks at each snap step of a drag, if enabled', () => {
    const box = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0] });
    editor.tools.use('move');
    editor.selection.set([box]);
    const drag = (...ways: number[]) => {
      const frame = gizmoFrame(editor, 'translate');
      const [x = 0, y = 0, z = 0] = frame?.origin.toArray() ?? [];
      const grip = (frame?.size ?? 1) * 0.7;
      const at = (far: number) => editor.screen(x + grip + far, y, z);
      editor.pointerMove(...at(0)).pointerDown(...at(0));
      for (const way of ways) {
        editor.pointerMove(...at(way));
      }
      editor.pointerUp();
    };
    // Start position, two steps forward, one back.
    drag(0.2, 0.22, 0.5, 0.6, 1.05, 0.98, 0.52);
    expect(ticks).toBe(3);
    expect(editor.snapTarget.value).toBeNull();
    editor.preferences.change({ isTicking: false });
    drag(0.2, 0.5, 1);
    expect(ticks).toBe(3);
    editor.preferences.change({ isTicking: true, isSnapping: false });
    drag(0.2, 0.5, 1);
    expect(ticks).toBe(3);
  });

  it('ticks while a wall is bent, and clears the snap target when a drawing is canceled', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] } });
    editor.tools.use('select');
    editor.selection.set([wall]);
    const top = (aside: number) => editor.screen(0, 2.5, -aside);
    editor.pointerDown(...top(0));
    for (const aside of [0.6, 0.62, 1.1, 1.5]) {
      editor.pointerMove(...top(aside));
    }
    editor.pointerUp();
    expect(ticks).toBe(2);
    editor.tools.use('shapes');
    editor.pointerDown(...editor.screen(1, 0, 1));
    editor.pointerMove(...editor.screen(3, 0, 3));
    expect(editor.snapTarget.value).not.toBeNull();
    editor.tools.cancel();
    expect(editor.snapTarget.value).toBeNull();
  });
});
