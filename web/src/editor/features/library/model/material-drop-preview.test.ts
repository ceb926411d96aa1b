import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, expect, it } from 'vitest';
import type { LibraryItem } from '../../../../library/use-library.ts';
import { PREVIEW_MATERIAL } from '../../../kernels/scene-preview.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { MaterialDropPreview } from './material-drop-preview.ts';

// The preview reads these properties only.
const copper = {
  uuid: 'copper',
  kind: 'material',
  name: 'Copper',
  material: { ...MATERIAL_DEFAULTS, color: '#b87333' },
} as unknown as LibraryItem;

let editor: TestEditor;
let box: string;
let preview: MaterialDropPreview;
const point = (...at: [number, number, number]) => {
  const [x, y] = editor.screen(...at);
  return { x, y };
};

beforeEach(() => {
  editor = new TestEditor();
  box = addNode(editor.ydoc, { kind: 'box', name: 'Box' });
  preview = new MaterialDropPreview(editor);
});

it('a dragged material is previewed on the node under the pointer, not on the selected one', () => {
  const chair = addNode(editor.ydoc, { kind: 'box', name: 'Chair', position: [9, 0, 0] });
  editor.selection.set([chair]);
  preview.show(copper, point(0.1, 0.1, 0.5));
  const shown = editor.preview.value;
  expect(shown?.nodes?.ids).toEqual([box]);
  expect(shown?.materials?.[PREVIEW_MATERIAL]).toMatchObject({ color: '#b87333' });
  preview.show(copper, point(-0.1, 0.1, 0.5));
  expect(editor.preview.value).toBe(shown);
});

it('the preview of a dragged material ends over empty space, over a locked node, and with the drag', () => {
  for (const leave of [() => preview.show(copper, { x: 1, y: 1 }), () => preview.end()]) {
    preview.show(copper, point(0.1, 0.1, 0.5));
    expect(editor.preview.value).not.toBeNull();
    leave();
    expect(editor.preview.value).toBeNull();
    expect(editor.hover.value).toBeNull();
  }
  const locked = new TestEditor();
  addNode(locked.ydoc, { kind: 'box', locked: true });
  const [x, y] = locked.screen(0.1, 0.1, 0.5);
  new MaterialDropPreview(locked).show(copper, { x, y });
  expect(locked.preview.value).toBeNull();
});
