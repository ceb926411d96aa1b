import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileMaterial } from '../features/import/model/glb-materials.ts';
import { TestEditor } from '../test/test-editor.ts';
import { copyFileMaterial, setSlotMaterial } from './file-materials.ts';

const ASSET = '/api/assets/01900000-0000-7000-8000-00000000000a';

let editor: TestEditor;
let chair = '';
let kept: string[] = [];

const assigned = () => {
  const node = editor.scene.node(chair);
  return node?.kind === 'model' ? node.props.materials : null;
};
const copy = (slot: string, found: FileMaterial | null) =>
  copyFileMaterial(
    {
      editor,
      read: async () => ({
        material: (name) => (name === slot ? found : null),
        picture: (index) => (index > 1 ? null : { index, mediaType: 'image/png', bytes: new Uint8Array(1) }),
      }),
      keep: async ({ index }, name) => {
        kept.push(name);
        return `/api/assets/picture-${index}`;
      },
    },
    { ids: [chair], asset: ASSET, slot },
  );

beforeEach(() => {
  editor = new TestEditor();
  kept = [];
  chair = addNode(editor.ydoc, { kind: 'model', props: { asset: ASSET, materials: { Steel: 'steel' } } });
});

describe('a material of a model file', () => {
  it('is copied into the scene with its images, each uploaded once, in one undo step', async () => {
    const id = await copy('Wood', {
      values: {
        name: 'Wood',
        color: '#aa7744',
        roughness: 0.3,
        uv: { offset: [0, 0], repeat: [2, 2], rotation: 0, size: 0 },
      },
      maps: { color: 0, roughness: 1, metalness: 1, normal: 5 },
    });
    expect(kept).toEqual(['Wood 1', 'Wood 2']);
    expect(assigned()).toEqual({ Steel: 'steel', Wood: id });
    expect(editor.scene.document.value.materials[id ?? '']).toMatchObject({
      name: 'Wood',
      color: '#aa7744',
      uv: { repeat: [2, 2] },
      maps: {
        color: '/api/assets/picture-0',
        roughness: '/api/assets/picture-1',
        metalness: '/api/assets/picture-1',
        normal: null,
      },
    });
    editor.history.undo();
    expect(assigned()).toEqual({ Steel: 'steel' });
    expect(editor.scene.document.value.materials).toEqual({});
  });

  it('is not copied when the material or its node is gone, or the scene is read-only', async () => {
    expect(await copy('Wood', null)).toBeNull();
    editor.isReadOnly.value = true;
    expect(await copy('Wood', { values: {}, maps: {} })).toBeNull();
    editor.isReadOnly.value = false;
    editor.edit(() => editor.scene.document.value);
    chair = 'gone';
    expect(await copy('Wood', { values: {}, maps: {} })).toBeNull();
    expect(editor.scene.document.value.materials).toEqual({});
  });

  it('is used again when its slot is cleared', async () => {
    await copy('Wood', { values: {}, maps: {} });
    editor.edit(() => setSlotMaterial(editor, [chair], 'Wood', null));
    expect(assigned()).toEqual({ Steel: 'steel' });
    editor.history.undo();
    expect(Object.keys(assigned() ?? {})).toContain('Wood');
  });
});
