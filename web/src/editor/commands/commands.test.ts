import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { addNode, addNodes, type NewNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, assignMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { clipboardText, pasteText } from './clipboard.ts';
import { createNode } from './create-node.ts';
import {
  deleteSelection,
  duplicateSelection,
  groupSelection,
  reparent,
  selectAll,
  shiftInTree,
  ungroupSelection,
} from './selection.ts';
import { transformPatch } from './transform-patch.ts';

let editor: TestEditor;
const names = () => editor.scene.children(null).map((id) => editor.scene.node(id)?.name);

beforeEach(() => {
  editor = new TestEditor();
});

describe('adding a node', () => {
  it('places a shape on the ground in view, selects it and gives it a unique name', () => {
    const first = createNode(editor, 'box', 'Box') ?? '';
    expect(editor.scene.node(first)?.position[1]).toBeCloseTo(0.5, 6);
    expect(editor.selection.ids.value).toEqual([first]);
    createNode(editor, 'box', 'Box');
    expect(names()).toEqual(['Box', 'Box 2']);
    editor.history.undo();
    expect(names()).toEqual(['Box']);
  });

  it('places nodes next to each other at grid steps, lights too', () => {
    for (const kind of ['box', 'sphere', 'torus', 'pointLight', 'spotLight', 'box'] as const) {
      createNode(editor, kind, kind);
    }
    const nodes = Object.entries(editor.scene.document.value.nodes);
    for (const [, { position }] of nodes) {
      expect([position[0], position[2]].map((value) => Math.round(value * 10) / 10)).toEqual([
        position[0],
        position[2],
      ]);
    }
    const boxes = nodes.flatMap(([id, { kind }]) =>
      kind.endsWith('Light') ? [] : [editor.queries?.boundsOf([id]) ?? new Box3()],
    );
    for (const [i, box] of boxes.entries()) {
      expect(box.min.y).toBeCloseTo(0);
      for (const other of boxes.slice(i + 1)) {
        const depth = box.clone().intersect(other).getSize(new Vector3());
        expect(box.intersectsBox(other) ? Math.min(...depth.toArray()) : 0).toBeLessThan(1e-3);
      }
    }
    const lights = nodes.filter(([, { kind }]) => kind.endsWith('Light'));
    expect(new Set(lights.map(([, { position }]) => position.join())).size).toBe(2);
  });

  it('places nodes on the floor of a room, also with the camera inside it', () => {
    addNode(editor.ydoc, {
      kind: 'box',
      name: 'Floor',
      props: { size: [20, 0.2, 20] },
      position: [0, 0.1, 0],
    });
    addNode(editor.ydoc, { kind: 'box', name: 'Room', props: { size: [40, 10, 40] }, position: [0, 5, 0] });
    const box = createNode(editor, 'box', 'Box') ?? '';
    const [x = 9, y, z = 9] = editor.scene.node(box)?.position ?? [];
    expect(y).toBeCloseTo(0.7);
    expect(Math.hypot(x, z)).toBeLessThan(1.5);
  });

  it('is disabled in a read-only scene', () => {
    editor.isReadOnly.value = true;
    expect(createNode(editor, 'box', 'Box')).toBeNull();
    expect(names()).toEqual([]);
  });
});

describe('duplicating', () => {
  it('places copies beside their originals in one undo step, and copies of a drag in place', () => {
    const box = addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0], props: { size: [2, 1, 1] } });
    editor.camera.set({ position: new Vector3(0, 2, 8), target: new Vector3(), fov: 40 });
    editor.selection.set([box]);
    duplicateSelection(editor);
    const copied = () => editor.scene.node(editor.selection.primary ?? '')?.position;
    expect(copied()).toEqual([2.1, 0.5, 0]);
    editor.history.undo();
    expect(Object.keys(editor.scene.document.value.nodes)).toEqual([box]);
    editor.selection.set([box]);
    duplicateSelection(editor, editor.history.mark());
    expect(copied()).toEqual([0, 0.5, 0]);
  });

  it('numbers the copies', () => {
    for (const name of ['Sphere', 'Cube 7']) {
      addNode(editor.ydoc, { kind: 'sphere', name });
    }
    selectAll(editor);
    duplicateSelection(editor);
    expect(names().sort()).toEqual(['Cube 2', 'Cube 7', 'Sphere', 'Sphere 2']);
    duplicateSelection(editor);
    expect(names()).toContain('Sphere 3');
    editor.history.undo();
    expect(names()).not.toContain('Sphere 3');
  });
});

describe('copying and pasting', () => {
  it('places copies beside their originals and each other, and cut nodes at their original place', () => {
    const box = addNode(editor.ydoc, { kind: 'box', position: [1, 0.5, 2] });
    editor.selection.set([box]);
    const text = clipboardText(editor) ?? '';
    pasteText(editor, text);
    pasteText(editor, text);
    const places = editor.scene.children(null).map((id) => editor.scene.node(id)?.position.join());
    expect(new Set(places).size).toBe(3);
    const boxes = editor.scene.children(null).map((id) => editor.queries?.boundsOf([id]) ?? new Box3());
    for (const [i, one] of boxes.entries()) {
      expect(boxes.slice(i + 1).some((other) => other.intersectsBox(one))).toBe(false);
    }
    const cut = new TestEditor();
    pasteText(cut, text);
    expect(cut.scene.node(cut.selection.primary ?? '')?.position).toEqual([1, 0.5, 2]);
  });

  it('places duplicated walls beside their originals', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [2, 0] } });
    editor.selection.set([wall]);
    duplicateSelection(editor);
    const copy = editor.selection.primary ?? '';
    expect(editor.scene.worldOf(copy).elements).not.toEqual(editor.scene.worldOf(wall).elements);
    editor.selection.set([wall]);
    duplicateSelection(editor);
    const again = editor.selection.primary ?? '';
    expect(editor.scene.worldOf(again).elements).not.toEqual(editor.scene.worldOf(copy).elements);
  });

  it('places a copy of a child beside the child, with the same orientation and scale', () => {
    const group = addNode(editor.ydoc, { kind: 'group', position: [5, 0, 0], scale: [2, 2, 2] });
    const child = addNode(editor.ydoc, { kind: 'box', parent: group, position: [1, 0, 0] });
    editor.selection.set([child]);
    pasteText(editor, clipboardText(editor) ?? '');
    const [copy = ''] = editor.selection.ids.value;
    expect(copy).not.toBe(child);
    expect(editor.scene.parentOf(copy)).toBeNull();
    const world = editor.scene.worldOf(child);
    const beside = editor.scene.worldOf(copy);
    expect(beside.elements).not.toEqual(world.elements);
    expect(beside.setPosition(0, 0, 0).elements).toEqual(world.setPosition(0, 0, 0).elements);
  });

  it('reads the tree once, for any number of pasted nodes', () => {
    const many = Array.from({ length: 200 }, () => ({ kind: 'box' as const }));
    const ids = addNodes(editor.ydoc, many);
    editor.selection.set(ids.slice(0, 40));
    const text = clipboardText(editor) ?? '';
    const reads = vi.spyOn(editor.ydoc.getMap('nodes'), 'entries');
    pasteText(editor, text);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(editor.selection.ids.value).toHaveLength(40);
    expect(editor.scene.children(null).slice(-40)).toEqual(editor.selection.ids.value);
  });

  it('inserts a copied annotation into the tour after its original, and a foreign one last', () => {
    const name = (prefix: string) => (order: string) => ({
      kind: 'annotation' as const,
      name: `${prefix} ${order}`,
      props: { order },
    });
    const notes = addNodes(editor.ydoc, ['a0', 'a1'].map(name('here')));
    const tour = ({ scene }: TestEditor) => tourOf(scene.document.value).map(({ node }) => node.name);
    editor.selection.set(notes);
    const text = clipboardText(editor) ?? '';
    pasteText(editor, text);
    expect(tour(editor)).toEqual(['here a0', 'here a0 2', 'here a1', 'here a1 2']);
    const other = new TestEditor();
    addNodes(other.ydoc, [name('there')('a5')]);
    pasteText(other, text);
    expect(tour(other)).toEqual(['there a5', 'here a0', 'here a1']);
  });

  it('pastes nodes with their children and materials into another scene', () => {
    const group = addNode(editor.ydoc, { kind: 'group', name: 'Group', position: [1, 0, 0] });
    const child = addNode(editor.ydoc, { kind: 'box', name: 'Child', parent: group });
    assignMaterial(editor.ydoc, [child], addMaterial(editor.ydoc, { name: 'Red', color: '#ff0000' }));
    editor.selection.set([group]);
    const other = new TestEditor();
    expect(pasteText(other, clipboardText(editor) ?? '')).toBe(true);
    const [pasted = ''] = other.selection.ids.value;
    expect(other.scene.node(pasted)).toMatchObject({ kind: 'group', position: [1, 0, 0] });
    const [copy] = other.scene.children(pasted).map((id) => other.scene.node(id));
    expect(copy?.name).toBe('Child');
    expect(other.scene.document.value.materials[copy?.material ?? '']?.color).toBe('#ff0000');
    other.history.undo();
    expect(other.scene.document.value.nodes).toEqual({});
  });

  it('pastes a door into the selected wall, else beside the original, and nowhere without a wall', () => {
    const props = { start: [0, 0], end: [6, 0] } satisfies NewNode<'wall'>['props'];
    const wall = addNode(editor.ydoc, { kind: 'wall', props });
    const door = addNode(editor.ydoc, {
      kind: 'opening',
      parent: wall,
      props: { type: 'door', offset: 3, width: 1 },
    });
    const other = addNode(editor.ydoc, { kind: 'wall', props, position: [0, 0, 9] });
    const pasted = () => editor.scene.node(editor.selection.primary ?? '');
    editor.selection.set([door]);
    const text = clipboardText(editor) ?? '';
    pasteText(editor, text);
    expect(pasted()).toMatchObject({ parent: wall, props: { offset: expect.closeTo(4.01) } });
    editor.selection.set([other]);
    pasteText(editor, text);
    expect(pasted()).toMatchObject({ parent: other, position: [0, 0, 0], props: { offset: 3 } });
    duplicateSelection(editor);
    expect(pasted()).toMatchObject({ parent: other, props: { offset: expect.closeTo(4.01) } });

    const bare = new TestEditor();
    const box = addNode(bare.ydoc, { kind: 'box' });
    bare.selection.set([box]);
    expect(pasteText(bare, text)).toBe(true);
    expect(Object.keys(bare.scene.document.value.nodes)).toEqual([box]);
    expect(bare.selection.ids.value).toEqual([box]);
    expect(bare.ui.notice.value).toEqual({ what: 'paste.placeless' });
  });

  it('keeps the doors of a copied wall at their offsets, and annotations on their surface', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [6, 0] } });
    addNode(editor.ydoc, { kind: 'opening', parent: wall, props: { offset: 3 } });
    const surface = { node: wall, mesh: null, triangle: null, barycentric: null };
    addNode(editor.ydoc, { kind: 'annotation', parent: wall, props: { surface } });
    editor.selection.set([wall]);
    pasteText(editor, clipboardText(editor) ?? '');
    const copy = editor.selection.primary ?? '';
    expect(copy).not.toBe(wall);
    const below = editor.scene.children(copy).map((id) => editor.scene.node(id)?.props);
    expect(below).toMatchObject([{ offset: 3 }, { surface: { ...surface, node: copy } }]);
  });

  it('ignores other text', () => {
    expect(pasteText(editor, 'hello')).toBe(false);
    expect(pasteText(editor, '{"format":"diorama.nodes","nodes":{"a":{"kind":"bomb"}}}')).toBe(false);
  });
});

describe('the node tree', () => {
  const worldX = (id: string) => new Vector3().setFromMatrixPosition(editor.scene.worldOf(id)).x;

  it('keeps the world position of moved nodes, or their local position on request', () => {
    const group = addNode(editor.ydoc, { kind: 'group', position: [5, 0, 0] });
    const box = addNode(editor.ydoc, { kind: 'box', position: [1, 0, 0] });
    reparent(editor, [box], { parent: group, before: null });
    expect(worldX(box)).toBeCloseTo(1, 6);
    reparent(editor, [box], { parent: null, before: null });
    reparent(editor, [box], { parent: group, before: null, keepsLocal: true });
    expect(worldX(box)).toBeCloseTo(6, 6);
  });

  it('moves the selection by one position, not beyond the ends', () => {
    const ids = ['a', 'b', 'c'].map((name) => addNode(editor.ydoc, { kind: 'box', name }));
    editor.selection.set([ids[0] ?? '']);
    shiftInTree(editor, -1);
    expect(names()).toEqual(['a', 'b', 'c']);
    shiftInTree(editor, 1);
    expect(names()).toEqual(['b', 'a', 'c']);
    shiftInTree(editor, 1);
    shiftInTree(editor, 1);
    expect(names()).toEqual(['b', 'c', 'a']);
  });

  it('keeps the rotation and scale of flat and mirrored nodes when grouping and ungrouping', () => {
    const rotation: [number, number, number, number] = [0, 0.6, 0, 0.8];
    const flat = addNode(editor.ydoc, { kind: 'box', rotation, scale: [2, 0, 3] });
    const mirrored = addNode(editor.ydoc, { kind: 'box', rotation, scale: [1, -1, 2] });
    editor.selection.set([flat, mirrored]);
    groupSelection(editor, 'both');
    ungroupSelection(editor);
    const turnOf = (id: string) =>
      editor.scene.node(id)?.rotation.map((value) => Math.round(value * 1e6) / 1e6 + 0);
    expect(turnOf(flat)).toEqual(rotation);
    expect(turnOf(mirrored)).toEqual(rotation);
    expect(editor.scene.node(flat)?.scale).toEqual([2, 0, 3]);
    expect(editor.scene.node(mirrored)?.scale[1]).toBeCloseTo(-1, 6);
    // A gizmo rotation keeps the stored scale.
    const by = new Matrix4().makeRotationY(0.3);
    const world = editor.scene.worldOf(mirrored).premultiply(by);
    const patch = transformPatch(editor, new Map([[mirrored, world]]), ['position', 'rotation']).get(
      mirrored,
    );
    const expected = new Quaternion(...rotation).premultiply(
      new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.3),
    );
    expect(new Quaternion(...(patch?.rotation ?? [])).angleTo(expected)).toBeLessThan(2e-3);
  });

  it('keeps locked nodes in place, inside and outside of groups', () => {
    const group = addNode(editor.ydoc, { kind: 'group', name: 'group', locked: true });
    const inside = addNode(editor.ydoc, { kind: 'box', name: 'inside', parent: group });
    const locked = addNode(editor.ydoc, { kind: 'box', name: 'locked', locked: true });
    const free = addNode(editor.ydoc, { kind: 'box', name: 'free' });
    reparent(editor, [inside, locked], { parent: null, before: null });
    expect(editor.scene.parentOf(inside)).toBe(group);
    editor.selection.set([group]);
    ungroupSelection(editor);
    expect(editor.scene.node(group)).toBeDefined();
    editor.selection.set([locked, free]);
    groupSelection(editor, 'both');
    expect(editor.scene.parentOf(locked)).toBeNull();
    expect(editor.scene.parentOf(free)).not.toBeNull();
    editor.selection.set([locked]);
    const before = names();
    groupSelection(editor, 'none');
    expect(names()).toEqual(before);
  });

  it('keeps locked nodes when the selection is deleted', () => {
    const locked = addNode(editor.ydoc, { kind: 'box', name: 'locked', locked: true });
    const free = addNode(editor.ydoc, { kind: 'box', name: 'free' });
    editor.selection.set([locked, free]);
    deleteSelection(editor);
    expect(names()).toEqual(['locked']);
  });
});
