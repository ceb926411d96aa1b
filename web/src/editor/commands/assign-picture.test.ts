import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, assignMaterial, assignSlots } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileMaterial } from '../features/import/model/glb-materials.ts';
import { TestEditor } from '../test/test-editor.ts';
import { assignPicture, type PicturePart, showsPictures } from './assign-picture.ts';

const CHAIR = '/api/assets/01900000-0000-7000-8000-00000000000a';
const PICTURE = '/api/assets/01900000-0000-7000-8000-00000000000b';
const WOOD: FileMaterial = {
  values: { name: 'Wood', color: '#aa7744', roughness: 0.3 },
  maps: { color: 0, normal: 1 },
};

let editor: TestEditor;
let kept: string[];
/** Runs while a file is being read. */
let meanwhile: () => void;

const put = (
  id: string,
  slot: string | null = null,
  map?: 'normal',
  isInPlace = false,
  ...others: PicturePart[]
) =>
  assignPicture(
    {
      editor,
      read: async () => {
        meanwhile();
        return {
          material: (name) => (name === 'Wood' ? WOOD : null),
          picture: (index) => ({ index, mediaType: 'image/png', bytes: new Uint8Array(1) }),
        };
      },
      keep: async ({ index }, name) => {
        kept.push(name);
        return `/api/assets/in-file-${index}`;
      },
    },
    [{ id, slot, isInPlace }, ...others],
    { asset: PICTURE, name: 'poster', ...(map && { map }) },
  );
const materials = () => editor.scene.document.value.materials;
const assignedTo = (id: string) => materials()[editor.scene.node(id)?.material ?? ''];
const slots = (id: string): unknown => Reflect.get(editor.scene.node(id)?.props ?? {}, 'materials');

beforeEach(() => {
  editor = new TestEditor();
  kept = [];
  meanwhile = () => undefined;
});

describe('an image assigned to a node', () => {
  it('creates a white material for a node without one, in a single undo step', async () => {
    const box = addNode(editor.ydoc, { kind: 'box' });
    expect(await put(box)).toBe(true);
    expect(assignedTo(box)).toMatchObject({ name: 'poster', color: '#ffffff', maps: { color: PICTURE } });
    expect(editor.history.steps.done).toHaveLength(1);
    editor.history.undo();
    expect(editor.scene.node(box)?.material).toBeNull();
    expect(materials()).toEqual({});
  });

  it('is assigned to several nodes with their own materials in one undo step, except removed and locked ones', async () => {
    const [box, ball, gone] = [1, 2, 3].map(() => addNode(editor.ydoc, { kind: 'box' })) as [
      string,
      string,
      string,
    ];
    const red = addMaterial(editor.ydoc, { name: 'Red', color: '#ff0000' });
    assignMaterial(editor.ydoc, [ball], red);
    const steps = editor.history.steps.done.length;
    removeNodes(editor.ydoc, [gone]);
    const others = [ball, gone].map((id) => ({ id, slot: null, isInPlace: true }));
    expect(await put(box, null, undefined, true, ...others)).toBe(true);
    expect([box, ball].map((id) => assignedTo(id)?.maps.color)).toEqual([PICTURE, PICTURE]);
    expect([box, ball].map((id) => assignedTo(id)?.name)).toEqual(['poster', 'Red']);
    expect(editor.history.steps.done).toHaveLength(steps + 1);
  });

  it('changes a material that no other node uses, and keeps its other values', async () => {
    const box = addNode(editor.ydoc, { kind: 'box' });
    const red = addMaterial(editor.ydoc, { name: 'Red', color: '#ff0000', roughness: 0.2 });
    assignMaterial(editor.ydoc, [box], red);
    await put(box);
    expect(Object.keys(materials())).toEqual([red]);
    expect(assignedTo(box)).toMatchObject({ name: 'Red', color: '#ffffff', roughness: 0.2 });
    editor.history.undo();
    expect(assignedTo(box)).toMatchObject({ color: '#ff0000', maps: { color: null } });
  });

  it('copies a material that other nodes use, and keeps the original', async () => {
    const [box, other] = [addNode(editor.ydoc, { kind: 'box' }), addNode(editor.ydoc, { kind: 'box' })];
    const red = addMaterial(editor.ydoc, {
      color: '#ff0000',
      roughness: 0.2,
      maps: { normal: '/api/assets/n' },
    });
    assignMaterial(editor.ydoc, [box, other], red);
    await put(box);
    expect(assignedTo(other)).toMatchObject({ color: '#ff0000', maps: { color: null } });
    expect(assignedTo(box)).toMatchObject({
      color: '#ffffff',
      roughness: 0.2,
      maps: { color: PICTURE, normal: '/api/assets/n' },
    });
  });

  it('changes a shared material when that material itself is the target', async () => {
    const [box, other] = [addNode(editor.ydoc, { kind: 'box' }), addNode(editor.ydoc, { kind: 'box' })];
    const red = addMaterial(editor.ydoc, { color: '#ff0000' });
    assignMaterial(editor.ydoc, [box, other], red);
    await put(box, null, undefined, true);
    expect(Object.keys(materials())).toEqual([red]);
    expect(assignedTo(other)).toMatchObject({ color: '#ffffff', maps: { color: PICTURE } });
  });

  it('stays on the side of the wall that it was dropped on', async () => {
    const wall = addNode(editor.ydoc, { kind: 'wall' });
    const white = addMaterial(editor.ydoc, { name: 'White' });
    assignMaterial(editor.ydoc, [wall], white);
    await put(wall, 'left');
    const { left = '' } = slots(wall) as { left?: string };
    expect(materials()[left]?.maps.color).toBe(PICTURE);
    expect(materials()[white]?.maps.color).toBeNull();
    // A material on both sides belongs to neither alone.
    assignSlots(editor.ydoc, wall, { left, right: left });
    await put(wall, 'right');
    const both = slots(wall) as { left: string; right: string };
    expect(both.left).toBe(left);
    expect(both.right).not.toBe(left);
  });

  it('copies the model’s own material of the slot, without the replaced image', async () => {
    const chair = addNode(editor.ydoc, {
      kind: 'model',
      props: { asset: CHAIR, materials: { Steel: 'steel' } },
    });
    expect(await put(chair, 'Wood')).toBe(true);
    expect(kept).toEqual(['Wood 2']);
    const { Wood = '', ...others } = slots(chair) as Record<string, string>;
    expect(others).toEqual({ Steel: 'steel' });
    expect(materials()[Wood]).toMatchObject({
      color: '#ffffff',
      roughness: 0.3,
      maps: { color: PICTURE, normal: '/api/assets/in-file-1' },
    });
    expect(editor.history.steps.done).toHaveLength(1);
    editor.history.undo();
    expect(slots(chair)).toEqual({ Steel: 'steel' });
  });

  it('is set as the asset of an image node, unless that node has a material', async () => {
    const frame = addNode(editor.ydoc, { kind: 'image' });
    expect(showsPictures(editor, { id: frame, slot: null })).toBe(true);
    await put(frame);
    const asset = () => Reflect.get(editor.scene.node(frame)?.props ?? {}, 'asset');
    expect(asset()).toBe(PICTURE);
    expect(materials()).toEqual({});
    editor.history.undo();
    expect(asset()).toBeNull();
    assignMaterial(editor.ydoc, [frame], addMaterial(editor.ydoc, {}));
    expect(showsPictures(editor, { id: frame, slot: null })).toBe(false);
    await put(frame);
    expect(asset()).toBeNull();
    expect(assignedTo(frame)?.maps.color).toBe(PICTURE);
  });

  it('keeps the color when it is another map', async () => {
    const box = addNode(editor.ydoc, { kind: 'box' });
    assignMaterial(editor.ydoc, [box], addMaterial(editor.ydoc, { color: '#ff0000' }));
    await put(box, null, 'normal');
    expect(assignedTo(box)).toMatchObject({ color: '#ff0000', maps: { normal: PICTURE, color: null } });
  });

  it.each([
    ['was removed', (id: string) => removeNodes(editor.ydoc, [id])],
    ['was locked', (id: string) => updateNode(editor.ydoc, id, { locked: true })],
    [
      'becomes read-only',
      () => {
        editor.isReadOnly.value = true;
      },
    ],
  ])('changes nothing when the node %s meanwhile', async (_, happen) => {
    const chair = addNode(editor.ydoc, { kind: 'model', props: { asset: CHAIR } });
    meanwhile = () => happen(chair);
    expect(await put(chair, 'Wood')).toBe(false);
    expect(materials()).toEqual({});
    expect(editor.history.state.value.canUndo).toBe(false);
  });
});
