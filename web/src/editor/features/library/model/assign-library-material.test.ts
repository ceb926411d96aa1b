import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryItem } from '../../../../library/use-library.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { assignLibraryMaterial } from './assign-library-material.ts';

const GOLD: LibraryItem = {
  '@id': '/api/library/materials/1',
  '@type': 'LibraryItem',
  uuid: '01900000-0000-7000-8000-000000000002',
  kind: 'material',
  name: 'Gold',
  material: { color: '#e0b04a', metalness: 1 },
};

let editor: TestEditor;
const put = (ids: string[], slot: string | null, item = GOLD) =>
  assignLibraryMaterial({ editor, slotsOf: () => [] }, item, { ids, slot });
const materials = () => Object.keys(editor.scene.document.value.materials);

beforeEach(() => {
  editor = new TestEditor();
});

describe('a library material dropped on a slot header in the inspector', () => {
  it('is assigned to that slot only, in one undo step, and is added to the scene once', () => {
    const wall = addNode(editor.ydoc, { kind: 'wall' });
    const assigned = () => Reflect.get(editor.scene.node(wall)?.props ?? {}, 'materials');
    expect(put([wall], 'left')).toBe('done');
    expect(put([wall], 'right')).toBe('done');
    const [gold] = materials();
    expect(assigned()).toEqual({ left: gold, right: gold });
    expect(editor.scene.node(wall)?.material).toBeNull();
    editor.history.undo();
    expect(assigned()).toEqual({ left: gold });
  });

  it('is assigned to all target nodes, except locked ones', () => {
    const [box, ball] = [addNode(editor.ydoc, { kind: 'box' }), addNode(editor.ydoc, { kind: 'sphere' })];
    const locked = addNode(editor.ydoc, { kind: 'box', locked: true });
    expect(put([box, ball, locked], null)).toBe('done');
    const [gold] = materials();
    expect([box, ball, locked].map((id) => editor.scene.node(id)?.material)).toEqual([gold, gold, null]);
    expect(put([locked], 'left')).toBe('noTarget');
  });

  it('changes nothing when its values are invalid or the scene is read-only', () => {
    const box = addNode(editor.ydoc, { kind: 'box' });
    expect(put([box], null, { ...GOLD, material: { color: 'gold' } as never })).toBe('gone');
    editor.isReadOnly.value = true;
    expect(put([box], null)).toBe('readOnly');
    expect(materials()).toEqual([]);
  });
});
