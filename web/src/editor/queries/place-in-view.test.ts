import { addNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNode } from '../commands/create-node.ts';
import { TestEditor } from '../test/test-editor.ts';
import { isBoxSeen, placeInView } from './place-in-view.ts';

let editor: TestEditor;

const block = (size: [number, number, number], position: [number, number, number]) =>
  addNode(editor.ydoc, { kind: 'box', props: { size }, position });
const look = (position: [number, number, number], target: [number, number, number]) =>
  editor.camera.set({ position: new Vector3(...position), target: new Vector3(...target), fov: 40 });
const boxOf = (id: string | null) => editor.queries?.boundsOf([id ?? '']) ?? new Box3();

beforeEach(() => {
  editor = new TestEditor();
});

describe('a new node', () => {
  it('is placed on the table in view', () => {
    block([2, 0.8, 2], [0, 0.4, 0]);
    look([0, 4, 4], [0, 0.8, 0]);
    const { foot, isVisible } = placeInView(editor, new Vector3(0.3, 0.3, 0.3));
    expect(foot.y).toBeCloseTo(0.8);
    expect(isVisible).toBe(true);
  });

  it('is placed on the ground beside an object too small to hold it', () => {
    block([1, 1, 1], [0, 0.5, 0]);
    look([0, 6, 4], [0, 1, 0]);
    expect(placeInView(editor, new Vector3(1, 1, 1)).foot.y).toBe(0);
  });

  it('is placed in front of a wall in view, not behind it', () => {
    block([20, 3, 0.2], [0, 1.5, 0]);
    look([0, 1.6, 6], [0, 1, 0]);
    const id = createNode(editor, 'box', 'Box');
    expect(boxOf(id).min.z).toBeGreaterThanOrEqual(0.1 - 1e-6);
    expect(isBoxSeen(editor, boxOf(id), id ?? '')).toBe(true);
  });

  it('is placed visibly in a crowded room', () => {
    block([20, 3, 0.2], [0, 1.5, -3]);
    for (let x = -4; x <= 4; x += 1) {
      block([1, 2, 1], [x, 1, -1]);
    }
    look([0, 1.6, 8], [0, 1, 0]);
    for (const kind of ['box', 'sphere', 'cone', 'box'] as const) {
      const id = createNode(editor, kind, kind);
      expect(isBoxSeen(editor, boxOf(id), id ?? '')).toBe(true);
    }
  });

  it('is brought into view by the camera when no visible place exists', () => {
    // The camera is close to a wall: new nodes are placed beside it.
    block([20, 20, 0.2], [0, 0, 7.8]);
    look([0, 1.6, 8], [0, 1, 0]);
    const before = editor.camera.pose.value;
    const id = createNode(editor, 'box', 'Box');
    expect(editor.camera.pose.value).not.toBe(before);
    const { x, y } = editor.camera.project(boxOf(id).getCenter(new Vector3()));
    expect(Math.abs(x - 400)).toBeLessThan(40);
    expect(Math.abs(y - 300)).toBeLessThan(40);
  });
});
