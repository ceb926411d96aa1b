import { addNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { createSlotMaterial, deleteMaterial, setMaterialAt, setSurfaceMaterial } from './materials.ts';

let editor: TestEditor;
let [red, box, light]: string[] = [];

const seen = () => {
  const [x, y] = editor.screen(0, 0, 0);
  return { x, y };
};

beforeEach(() => {
  editor = new TestEditor();
  red = addMaterial(editor.ydoc, { name: 'Red', color: '#ff0000' });
  box = addNode(editor.ydoc, { kind: 'box' });
  light = addNode(editor.ydoc, { kind: 'pointLight', position: [3, 0, 0] });
});

describe('a material dropped in the viewport', () => {
  it('is assigned to the node under the pointer in one undo step', () => {
    expect(setMaterialAt(editor, seen(), red ?? '')).toBe(true);
    expect(editor.scene.node(box ?? '')?.material).toBe(red);
    editor.history.undo();
    expect(editor.scene.node(box ?? '')?.material).toBeNull();
  });

  it('is not assigned beside nodes, to lights, after its deletion, or in a read-only scene', () => {
    const [x, y] = editor.screen(3, 0, 0);
    expect(setMaterialAt(editor, { x: 1, y: 1 }, red ?? '')).toBe(false);
    expect(setMaterialAt(editor, { x, y }, red ?? '')).toBe(false);
    expect(setMaterialAt(editor, seen(), 'gone')).toBe(false);
    editor.isReadOnly.value = true;
    expect(setMaterialAt(editor, seen(), red ?? '')).toBe(false);
    expect(editor.scene.node(light ?? '')?.material).toBeNull();
  });

  it('is assigned to the node behind the icon of a light', () => {
    addNode(editor.ydoc, { kind: 'pointLight' });
    expect(setMaterialAt(editor, seen(), red ?? '')).toBe(true);
    expect(editor.scene.node(box ?? '')?.material).toBe(red);
  });

  it('is assigned to the slot that was hit, and keeps the other slots', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { materials: { left: 'other' } } });
    setSurfaceMaterial(editor, { id: wall, slot: 'right' }, red ?? '');
    expect(editor.scene.node(wall)?.props).toMatchObject({ materials: { left: 'other', right: red } });
  });
});

describe('a material of a slot', () => {
  it('is created like the previous one, and undone together with its assignment', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall' });
    const slot = { ids: [wall], slot: 'left' };
    const id = createSlotMaterial(editor, slot, { name: 'Side', like: { color: '#00ff00' } });
    expect(editor.scene.document.value.materials[id]).toMatchObject({ name: 'Side 1', color: '#00ff00' });
    expect(editor.scene.node(wall)?.props).toMatchObject({ materials: { left: id } });
    editor.history.undo();
    expect(editor.scene.node(wall)?.props).toMatchObject({ materials: {} });
    expect(editor.scene.document.value.materials[id]).toBeUndefined();
  });
});

describe('a deleted material', () => {
  it('is removed from its nodes until the deletion is undone', () => {
    setSurfaceMaterial(editor, { id: box ?? '', slot: null }, red ?? '');
    deleteMaterial(editor, red ?? '');
    expect(editor.scene.node(box ?? '')?.material).toBeNull();
    editor.history.undo();
    expect(editor.scene.node(box ?? '')?.material).toBe(red);
  });
});
