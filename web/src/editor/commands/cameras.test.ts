import { addNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { camerasOf, selectedCamera } from '../queries/cameras.ts';
import { TestEditor } from '../test/test-editor.ts';
import { cameraFromView, lookThrough, saveView } from './cameras.ts';
import { goToOpeningView } from './focus.ts';

let editor: TestEditor;

const pose = { position: new Vector3(3, 2, 4), target: new Vector3(1, 1, 0), fov: 55 };
const seen = () => editor.camera.pose.value;
const away = { position: new Vector3(-8, 1, 0), target: new Vector3(-9, 1, 0), fov: 40 };
const heading = () => seen().target.clone().sub(seen().position).normalize();

beforeEach(() => {
  editor = new TestEditor();
  editor.camera.set(pose);
});

describe('a saved view', () => {
  it('is a camera node that restores the view, created in one undo step', () => {
    const id = saveView(editor, 'Camera') ?? '';
    expect(selectedCamera(editor)).toBe(id);
    const before = heading();
    editor.camera.set(away);
    lookThrough(editor, id);
    expect(seen().position.distanceTo(pose.position)).toBeLessThan(1e-6);
    expect(heading().distanceTo(before)).toBeLessThan(1e-6);
    expect(seen().fov).toBe(55);
    expect(editor.ui.state.value.lookingThrough).toBe(id);
    editor.history.undo();
    expect(camerasOf(editor)).toEqual([]);
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('is left when the user moves the view', () => {
    lookThrough(editor, saveView(editor, 'Camera') ?? '');
    editor.camera.turn(0.2, 0);
    expect(editor.ui.state.value.lookingThrough).toBeNull();
  });

  it('orbits around the first node ahead of the camera', () => {
    addNode(editor.ydoc, { kind: 'box', position: [0, 1, -3] });
    editor.camera.set({ position: new Vector3(0, 1, 0), target: new Vector3(0, 1, -50), fov: 40 });
    lookThrough(editor, saveView(editor, 'Camera') ?? '');
    expect(seen().target.z).toBeCloseTo(-2.5);
  });

  it('can be updated from the current view under a moved and rotated parent', () => {
    const parent = addNode(editor.ydoc, { kind: 'group', position: [5, 0, 1], rotation: [0, 1, 0, 0] });
    const id = addNode(editor.ydoc, { kind: 'camera', parent });
    cameraFromView(editor, id);
    const before = heading();
    editor.camera.set(away);
    lookThrough(editor, id);
    expect(seen().position.distanceTo(pose.position)).toBeLessThan(1e-5);
    expect(heading().distanceTo(before)).toBeLessThan(1e-5);
  });

  it('cannot be saved in a read-only scene, but can be looked through', () => {
    const id = saveView(editor, 'Camera') ?? '';
    editor.camera.set(away);
    editor.isReadOnly.value = true;
    expect(saveView(editor, 'Camera')).toBeNull();
    cameraFromView(editor, id);
    lookThrough(editor, id);
    expect(seen().position.distanceTo(pose.position)).toBeLessThan(1e-6);
  });

  it('is ignored after its deletion', () => {
    lookThrough(editor, 'gone');
    expect(seen()).toEqual(pose);
  });
});

describe('the orthographic projection', () => {
  beforeEach(() => editor.camera.setProjection('orthographic'));

  it('draws distant nodes at the same scale, and keeps the target at its screen position', () => {
    const { x, y } = editor.camera.project(pose.target);
    editor.camera.setProjection('perspective');
    const deep = editor.camera.project(pose.target);
    expect(Math.hypot(x - deep.x, y - deep.y)).toBeLessThan(1e-6);
    editor.camera.setProjection('orthographic');
    const far = pose.target.clone().addScaledVector(heading(), 20);
    expect(editor.camera.metresPerPixel(far)).toBeCloseTo(editor.camera.metresPerPixel(pose.target));
    const behind = editor.camera.project(far);
    expect(Math.hypot(x - behind.x, y - behind.y)).toBeLessThan(1e-4);
  });

  it('casts rays to the visible point, also beside and behind the camera', () => {
    const behind = pose.position.clone().addScaledVector(heading(), -10);
    const side = behind.clone().add(new Vector3(0.5, 0.3, -0.4));
    const { x, y, depth } = editor.camera.project(side);
    expect(Math.abs(depth)).toBeLessThan(1);
    const ray = editor.camera.rayAt({ x, y });
    expect(ray.distanceToPoint(side)).toBeLessThan(1e-3);
    expect(ray.direction.distanceTo(heading())).toBeLessThan(1e-6);
  });

  it('views every point from the same direction', () => {
    const [a, b] = [new Vector3(0, 0, 0), new Vector3(4, 1, -3)];
    const way = (point: Vector3) => editor.camera.eyeOf(point).sub(point).normalize();
    expect(way(a).distanceTo(way(b))).toBeLessThan(1e-9);
  });

  it('moves a handle exactly as far as the pointer', () => {
    const id = addNode(editor.ydoc, { kind: 'box' });
    editor.tools.use('move');
    editor.selection.set([id]);
    const size = editor.camera.metresPerPixel(new Vector3()) * 92;
    const at = (x: number) => editor.screen(x, 0, 0);
    editor.pointerMove(...at(size * 0.7)).pointerDown(...at(size * 0.7));
    editor.pointerMove(...at(size * 0.7 + 1.5)).pointerUp();
    expect(editor.scene.node(id)?.position[0]).toBeCloseTo(1.5, 4);
  });

  it('ends when a scene opens in perspective', () => {
    goToOpeningView(editor);
    expect(editor.camera.projection).toBe('perspective');
  });
});

describe('an orbit of the view', () => {
  it('keeps the target and the distance, and never passes over the top', () => {
    const distance = pose.position.distanceTo(pose.target);
    editor.camera.turn(0.4, -9);
    expect(seen().target).toEqual(pose.target);
    expect(seen().position.distanceTo(pose.target)).toBeCloseTo(distance);
    expect(heading().y).toBeGreaterThan(0.99);
  });
});
