import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropTargetAt } from '../queries/drop-target.ts';
import { watch } from '../signals.ts';
import { TestEditor } from '../test/test-editor.ts';
import { type DraggedPictures, endDropPreview, previewPictureDrop } from './preview-picture-drop.ts';

let editor: TestEditor;
let front: string;
let back: string;

const middle = () => {
  const [x, y] = editor.screen(0, 0.5, 0);
  return { x, y };
};
const dropPreview = (held: Partial<DraggedPictures> = {}) => {
  previewPictureDrop(editor, { count: 1, at: middle(), alt: false, ...held });
  return { dropPreview: editor.dropPreview.value, node: editor.hover.value?.node ?? null };
};

beforeEach(() => {
  editor = new TestEditor();
  editor.camera.set({ position: new Vector3(0, 0.5, 9), target: new Vector3(0, 0.5, 0), fov: 40 });
  back = addNode(editor.ydoc, { kind: 'box', name: 'Back', position: [0, 0.5, -3] });
  front = addNode(editor.ydoc, { kind: 'box', name: 'Front', position: [0, 0.5, 0] });
});

describe('an image dragged over the viewport', () => {
  it('highlights the target node and shows its name', () => {
    expect(dropPreview()).toEqual({ dropPreview: { does: 'assign', name: 'Front' }, node: front });
    expect(dropTargetAt(editor, middle())).toEqual({ id: front, slot: null });
  });

  it('is added as a node over empty space, outside the viewport, with Alt, and with several files', () => {
    const stands = { dropPreview: { does: 'stand', count: 1 }, node: null };
    expect(dropPreview({ at: { x: 1, y: 1 } })).toEqual(stands);
    expect(dropPreview({ at: null })).toEqual(stands);
    expect(dropPreview({ alt: true })).toEqual(stands);
    expect(dropPreview({ count: 3 })).toEqual({ dropPreview: { does: 'stand', count: 3 }, node: null });
  });

  it('does not target a locked node or a node behind it, and passes through hidden nodes', () => {
    updateNode(editor.ydoc, front, { locked: true });
    expect(dropPreview()).toEqual({ dropPreview: { does: 'stand', count: 1, locked: 'Front' }, node: null });
    expect(dropTargetAt(editor, middle())).toBeNull();
    updateNode(editor.ydoc, front, { locked: false });
    editor.hidden.value = new Set([front]);
    expect(dropPreview().node).toBe(back);
  });

  it('finds its target in the orthographic view as well', () => {
    editor.camera.setProjection('orthographic');
    expect(dropPreview().node).toBe(front);
  });

  it('shows no preview when it would do nothing, and none after its end', () => {
    dropPreview();
    expect(dropPreview({ at: { x: 1, y: 1 }, canStand: false })).toEqual({ dropPreview: null, node: null });
    expect(dropPreview({ canStand: false }).node).toBe(front);
    endDropPreview(editor);
    expect([editor.dropPreview.value, editor.hover.value]).toEqual([null, null]);
  });

  it('triggers no updates while it is held still', () => {
    let changes = 0;
    for (const drawn of [editor.dropPreview, editor.hover]) {
      watch(
        () => drawn.value,
        () => {
          changes += 1;
        },
      );
    }
    dropPreview();
    const first = changes;
    dropPreview();
    expect([first, changes]).toEqual([2, 2]);
  });

  it('has no target in a read-only scene', () => {
    editor.isReadOnly.value = true;
    expect(dropTargetAt(editor, middle())).toBeNull();
  });
});
