import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { addRow } from '@diorama/shared/scene/scene-ops.ts';
import { Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import type { LibraryItem } from '../../../../library/use-library.ts';
import { createNode } from '../../../commands/create-node.ts';
import { applyPreview, PREVIEW_MATERIAL } from '../../../kernels/scene-preview.ts';
import type { SceneQueries } from '../../../scene-queries.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { makeComponentOfSelection } from '../../components/model/components.ts';
import { insertIntoNewScene, insertLibraryItem, previewLibraryItem } from './insert-library-item.ts';

const ASSET = '/api/assets/01900000-0000-7000-8000-000000000001';
const item = (patch: Partial<LibraryItem>): LibraryItem => ({
  '@id': '/api/library/models/1',
  '@type': 'LibraryItem',
  uuid: '01900000-0000-7000-8000-000000000002',
  name: 'Chair',
  ...patch,
});
const CHAIR = item({ kind: 'model', asset: ASSET, bounds: { min: [-1, -0.5, -1], max: [1, 1, 3] } });
const CUBE = item({
  kind: 'model',
  name: 'Cube',
  asset: ASSET,
  bounds: { min: [-0.1, 0, -0.1], max: [0.1, 0.2, 0.1] },
});
const GOLD = item({ kind: 'material', name: 'Gold', material: { color: '#e0b04a', metalness: 1 } });
const start = (slots: string[] = []) => {
  const editor = new TestEditor();
  return { editor, context: { editor, slotsOf: () => slots } };
};
const scene = ({ editor }: ReturnType<typeof start>) => editor.scene.document.value;

describe('inserting a library item', () => {
  it('centers the base of a model on its place, in one undo step', () => {
    const made = start();
    expect(insertIntoNewScene(made.context, CHAIR, 'Ball')).toBe('done');
    const [node] = Object.values(scene(made).nodes);
    expect(node).toMatchObject({ kind: 'model', position: [0, 0.5, -1], props: { asset: ASSET } });
    made.editor.history.undo();
    expect(scene(made).nodes).toEqual({});
  });

  it('frames the only model of a new scene, at any size', () => {
    const made = start();
    const far = item({ ...CHAIR, bounds: { min: [0, 0, 0], max: [190, 20, 60] } });
    expect(insertIntoNewScene(made.context, far, 'Ball')).toBe('done');
    expect(made.editor.camera.pose.value.position.length()).toBeGreaterThan(100);
  });

  it('places a model on top of the node it is dropped on, or in front of its side', () => {
    const made = start();
    const { editor } = made;
    const table = addNode(editor.ydoc, {
      kind: 'box',
      name: 'Table',
      props: { size: [2, 1, 2] },
      position: [0, 0.5, 0],
    });
    editor.camera.set({ position: new Vector3(0, 3, 9), target: new Vector3(0, 0.5, 0), fov: 40 });
    const dropAt = (x: number, y: number, z: number) => {
      const [screenX, screenY] = editor.screen(x, y, z);
      insertLibraryItem(made.context, CUBE, { x: screenX, y: screenY });
      const [id = ''] = editor.selection.ids.value;
      return editor.scene.node(id)?.position ?? [];
    };
    expect(dropAt(0.5, 1, 0.2)).toEqual([0.5, 1, 0.2]);
    const [, y, z = 0] = dropAt(0, 0.5, 1);
    expect(y).toBe(0);
    expect(z).toBeGreaterThanOrEqual(1.1);
    expect(editor.scene.node(table)?.position).toEqual([0, 0.5, 0]);
    expect(Object.values(scene(made).nodes).map(({ rotation }) => rotation)).toEqual(
      Array.from({ length: 3 }, () => [0, 0, 0, 1]),
    );
  });

  it('assigns a font to the selected texts, and adds a text when none is selected', () => {
    const made = start();
    const { editor } = made;
    const font = item({ kind: 'font', name: 'Lora', asset: ASSET });
    const [text, locked, box] = [
      addNode(editor.ydoc, { kind: 'text' }),
      addNode(editor.ydoc, { kind: 'text', locked: true }),
      addNode(editor.ydoc, { kind: 'box' }),
    ];
    editor.selection.set([text, locked, box]);
    expect(insertLibraryItem(made.context, font, null)).toBe('done');
    expect([text, locked].map((id) => editor.scene.node(id)?.props)).toMatchObject([
      { font: ASSET },
      { font: null },
    ]);
    editor.selection.set([box]);
    insertLibraryItem(made.context, font, null);
    const [added = ''] = editor.selection.ids.value;
    expect(editor.scene.node(added)).toMatchObject({ kind: 'text', name: 'Lora', props: { font: ASSET } });
    editor.history.undo();
    expect(editor.scene.node(added)).toBeUndefined();
  });

  it('adds a click interaction that plays a sound to the selected node, also inside an instance', () => {
    const made = start();
    const { editor } = made;
    const box = addNode(editor.ydoc, { kind: 'box' });
    editor.selection.set([box]);
    makeComponentOfSelection(editor, 'Chair');
    const part = Object.keys(editor.scene.document.value.nodes).find((id) => isGeneratedId(id)) ?? '';
    editor.selection.set([part]);
    const bell = item({ kind: 'sound', name: 'Bell', asset: ASSET });
    expect(insertLibraryItem(made.context, bell, null)).toBe('done');
    expect(Object.values(editor.scene.document.value.interactions)).toMatchObject([
      { name: 'Bell', node: box, event: 'click', actions: [{ kind: 'sound', sound: ASSET }] },
    ]);
    editor.edit(() => {
      for (let i = 1; i < TABLE_LIMITS.interactions; i += 1) {
        addRow(editor.ydoc, 'interactions', { name: '', index: 'a0' });
      }
    });
    expect(insertLibraryItem(made.context, bell, null)).toBe('interactionsFull');
  });

  it('assigns a material to the selection, and adds the material to the scene once', () => {
    const made = start();
    expect(insertLibraryItem(made.context, GOLD, null)).toBe('selectFirst');
    createNode(made.editor, 'box', 'Box');
    expect(insertLibraryItem(made.context, GOLD, null)).toBe('done');
    insertLibraryItem(made.context, GOLD, null);
    const { nodes, materials } = scene(made);
    expect(Object.values(materials).map(({ name, metalness }) => [name, metalness])).toEqual([['Gold', 1]]);
    expect(Object.values(nodes).map(({ material }) => material)).toEqual(Object.keys(materials));
  });

  it('assigns a material to each slot of a model', () => {
    const made = start(['Fabric', 'Legs']);
    insertLibraryItem(made.context, CHAIR, null);
    insertLibraryItem(made.context, GOLD, null);
    const { nodes, materials } = scene(made);
    const [gold] = Object.keys(materials);
    expect(Object.values(nodes)[0]).toMatchObject({ props: { materials: { Fabric: gold, Legs: gold } } });
  });

  it('assigns a material to the slot it is dropped on, and to a whole selected wall', () => {
    const made = start();
    const { editor } = made;
    const wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, 0], end: [2, 0] } });
    editor.camera.set({ position: new Vector3(0, 1.5, 8), target: new Vector3(0, 1.25, 0), fov: 40 });
    const [x, y] = editor.screen(0, 1.25, 0);
    const hits = editor.queries?.hits(editor.camera.rayAt({ x, y })) ?? [];
    vi.spyOn(editor.queries as SceneQueries, 'hits').mockReturnValue(
      hits.map((hit) => ({ ...hit, slot: 'right' })),
    );
    expect(insertLibraryItem(made.context, GOLD, { x, y })).toBe('done');
    const [gold = ''] = Object.keys(scene(made).materials);
    expect(editor.scene.node(wall)).toMatchObject({ material: null, props: { materials: { right: gold } } });
    const silver = item({ kind: 'material', name: 'Silver', material: { color: '#cccccc' } });
    editor.selection.set([wall]);
    const preview = applyPreview(scene(made), previewLibraryItem(made.context, silver)).nodes[wall];
    expect(preview).toMatchObject({ material: PREVIEW_MATERIAL, props: { materials: {} } });
    insertLibraryItem(made.context, silver, null);
    const node = editor.scene.node(wall);
    expect(scene(made).materials[node?.material ?? '']?.name).toBe('Silver');
    expect(node?.props).toMatchObject({ materials: {} });
    editor.edit(() => updateNode(editor.ydoc, wall, { locked: true }));
    expect(insertLibraryItem(made.context, GOLD, { x, y })).toBe('noTarget');
  });

  it('copies a shared material to assign a texture to one of its nodes', () => {
    const made = start();
    const { editor } = made;
    const other = createNode(editor, 'box', 'Other') ?? '';
    insertLibraryItem(made.context, GOLD, null);
    const [gold = ''] = Object.keys(scene(made).materials);
    const box = addNode(editor.ydoc, { kind: 'box', material: gold });
    editor.selection.set([box]);
    const wood = item({ kind: 'texture', name: 'Wood', asset: ASSET });
    const before = scene(made);
    const preview = applyPreview(before, previewLibraryItem(made.context, wood));
    expect(preview.materials[gold]).toBe(before.materials[gold]);
    expect(preview.materials[preview.nodes[box]?.material ?? '']).toMatchObject({
      metalness: 1,
      maps: { color: ASSET },
    });
    insertLibraryItem(made.context, wood, null);
    expect(editor.scene.node(other)?.material).toBe(gold);
    expect(scene(made).materials[gold]).toEqual(before.materials[gold]);
    const own = scene(made).materials[editor.scene.node(box)?.material ?? ''];
    expect(own).toMatchObject({ name: 'Gold 2', color: '#ffffff', metalness: 1, maps: { color: ASSET } });
    editor.history.undo();
    expect(scene(made).materials).toEqual(before.materials);
    editor.selection.set([box, other]);
    insertLibraryItem(made.context, wood, null);
    expect(Object.keys(scene(made).materials)).toEqual([gold]);
  });

  it('has no target over empty space or on a light', () => {
    const made = start();
    expect(insertLibraryItem(made.context, GOLD, { x: 5, y: 5 })).toBe('noTarget');
    createNode(made.editor, 'pointLight', 'Lamp');
    expect(insertLibraryItem(made.context, GOLD, null)).toBe('selectFirst');
    expect(scene(made).materials).toEqual({});
  });

  it('changes nothing in a read-only scene or with invalid values', () => {
    const made = start();
    createNode(made.editor, 'box', 'Box');
    expect(
      insertLibraryItem(made.context, item({ kind: 'material', material: { color: 'red' } }), null),
    ).toBe('gone');
    made.editor.isReadOnly.value = true;
    expect(insertLibraryItem(made.context, CHAIR, null)).toBe('readOnly');
    expect(Object.keys(scene(made).nodes)).toHaveLength(1);
  });

  it('sets a sky as the environment of the scene', () => {
    const made = start();
    expect(insertLibraryItem(made.context, item({ kind: 'hdri', asset: ASSET }), null)).toBe('done');
    expect(scene(made).environment.hdri).toBe(ASSET);
  });
});

describe('previewing a library item', () => {
  it.each([
    ['a shape', 'box', []],
    ['each slot of a model', 'model', ['legs', 'seat']],
  ] as const)(
    'shows a material on %s as after its assignment, without writing to the document',
    (_, kind, slots) => {
      const made = start([...slots]);
      const { editor, context } = made;
      const node = kind === 'model' ? { kind, props: { asset: ASSET } } : { kind };
      editor.selection.set([addNode(editor.ydoc, node)]);
      const before = scene(made);
      const preview = applyPreview(before, previewLibraryItem(context, GOLD));
      expect(scene(made)).toBe(before);
      insertLibraryItem(context, GOLD, null);
      const { nodes, materials } = scene(made);
      const [id = '', gold] = Object.entries(materials)[0] ?? [];
      expect(preview.materials).toEqual({ [PREVIEW_MATERIAL]: gold });
      expect(JSON.stringify(preview.nodes)).toBe(JSON.stringify(nodes).replaceAll(id, PREVIEW_MATERIAL));
    },
  );

  it.each([
    ['as the color of a new material', { kind: 'texture' as const }, false],
    ['as the normal map of the existing material', { kind: 'texture' as const, tags: ['normal'] }, true],
  ])('shows a texture %s', (_, patch, hasMaterial) => {
    const made = start();
    const { editor, context } = made;
    const texture = item({ ...patch, name: '', asset: ASSET });
    editor.selection.set([addNode(editor.ydoc, { kind: 'box' })]);
    if (hasMaterial) {
      insertLibraryItem(context, GOLD, null);
    }
    const before = scene(made);
    const preview = applyPreview(before, previewLibraryItem(context, texture));
    expect(scene(made)).toBe(before);
    insertLibraryItem(context, texture, null);
    const [id = ''] = Object.keys(scene(made).materials);
    const shown = JSON.stringify({ ...scene(made) });
    expect(JSON.stringify({ ...preview })).toBe(hasMaterial ? shown : shown.replaceAll(id, PREVIEW_MATERIAL));
  });

  it('shows a sky as the environment without writing to the document', () => {
    const made = start();
    const before = scene(made);
    const preview = previewLibraryItem(made.context, item({ kind: 'hdri', asset: ASSET }));
    expect(applyPreview(before, preview).environment.hdri).toBe(ASSET);
    expect(scene(made)).toBe(before);
    expect(previewLibraryItem(made.context, item({ kind: 'hdri' }))).toBeNull();
    expect(previewLibraryItem(made.context, CHAIR)).toBeNull();
  });

  it('shows nothing without a target or with invalid values', () => {
    const { editor, context } = start();
    expect(previewLibraryItem(context, GOLD)).toBeNull();
    editor.selection.set([addNode(editor.ydoc, { kind: 'box' })]);
    expect(
      previewLibraryItem(context, item({ kind: 'material', material: { color: 'gold' } as never })),
    ).toBeNull();
  });
});
