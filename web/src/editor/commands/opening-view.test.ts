import { CAMERA_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { Box3, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { viewCoverage } from '../../scene/opening-view.ts';
import { TestEditor } from '../test/test-editor.ts';
import { fitDefaultOpeningView, fitOpeningView, isOpeningViewOutgrown } from './opening-view.ts';

let editor: TestEditor;
const camera = () => editor.scene.document.value.camera;
const covered = () => {
  const { position, target, ...lens } = camera();
  const box = editor.queries?.boundsOf(editor.scene.children(null)) ?? new Box3();
  return viewCoverage({ position: new Vector3(...position), target: new Vector3(...target), ...lens }, box);
};

beforeEach(() => {
  editor = new TestEditor();
});

describe('the opening view', () => {
  it.each([0.05, 1, 40])('is fitted to content of %d m when the user has chosen none', (size) => {
    addNode(editor.ydoc, { kind: 'box', position: [3, size / 2, 0], props: { size: [size, size, size] } });
    expect(fitDefaultOpeningView(editor)).toBe(true);
    expect(covered()).toMatchObject({ isWhole: true, isInside: false });
    expect(covered().share).toBeGreaterThan(0.35);
    expect(editor.history.steps.done.at(-1)).toMatchObject({ part: 'openingView' });
    editor.history.undo();
    expect(camera()).toEqual(CAMERA_DEFAULTS);
  });

  it('is unchanged when it fits, when the user has chosen it, and in an empty scene', () => {
    expect(fitDefaultOpeningView(editor)).toBe(false);
    addNode(editor.ydoc, { kind: 'box', position: [0, 1, 0], props: { size: [3, 2, 3] } });
    expect(fitDefaultOpeningView(editor)).toBe(false);
    updateScene(editor.ydoc, { camera: { position: [0, 1, 90] } });
    expect(fitDefaultOpeningView(editor)).toBe(false);
    expect(camera().position).toEqual([0, 1, 90]);
  });

  it('is outgrown by content outside it, and refitted from the same direction', () => {
    const box = addNode(editor.ydoc, { kind: 'box' });
    updateScene(editor.ydoc, { camera: { position: [0, 0, 6], target: [0, 0, 0] } });
    expect(isOpeningViewOutgrown(editor)).toBe(false);
    addNode(editor.ydoc, { kind: 'box', position: [20, 0, 0] });
    expect(isOpeningViewOutgrown(editor)).toBe(true);
    fitOpeningView(editor);
    expect(isOpeningViewOutgrown(editor)).toBe(false);
    const { position, target } = camera();
    expect(position[0]).toBeCloseTo(target[0]);
    updateNode(editor.ydoc, box, { position: [80, 0, 0] });
    expect(isOpeningViewOutgrown(editor)).toBe(true);
  });

  it('may cut off a floor', () => {
    addNode(editor.ydoc, { kind: 'box', position: [0, 1, 0], props: { size: [3, 2, 3] } });
    addNode(editor.ydoc, { kind: 'box', position: [0, -0.05, 0], props: { size: [60, 0.1, 60] } });
    expect(fitDefaultOpeningView(editor)).toBe(false);
    expect(isOpeningViewOutgrown(editor)).toBe(false);
  });

  it('may be inside a room', () => {
    addNode(editor.ydoc, { kind: 'box', props: { size: [20, 20, 20] } });
    updateScene(editor.ydoc, { camera: { position: [0, 1, 3], target: [0, 1, 0] } });
    expect(isOpeningViewOutgrown(editor)).toBe(false);
  });
});
