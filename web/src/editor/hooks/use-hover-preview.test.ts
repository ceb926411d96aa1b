import { addNode } from '@diorama/shared/scene/ops.ts';
import type { DragEvent, PointerEvent } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inMaterial, type ScenePreview } from '../kernels/scene-preview.ts';
import { watch } from '../signals.ts';
import { TestEditor } from '../test/test-editor.ts';
import { createHoverPreview, hoverPreviewProps } from './use-hover-preview.ts';

let editor: TestEditor;
let previews: [ScenePreview, ScenePreview];

beforeEach(() => {
  vi.useFakeTimers();
  editor = new TestEditor();
  const ids = [addNode(editor.ydoc, { kind: 'box' })];
  previews = [{ nodes: { ids, as: inMaterial('one') } }, { nodes: { ids, as: inMaterial('two') } }];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('hover previews', () => {
  it('show the last hovered choice, without writing to the document', () => {
    let writes = 0;
    editor.ydoc.on('update', () => {
      writes += 1;
    });
    const before = editor.scene.document.value;
    const hoverPreview = createHoverPreview(editor);
    const shown: (ScenePreview | null)[] = [];
    watch(
      () => editor.preview.value,
      (preview) => shown.push(preview),
    );
    hoverPreview.begin(previews[0]);
    hoverPreview.begin(previews[1]);
    vi.runAllTimers();
    hoverPreview.end();
    expect(shown).toEqual([previews[1], null]);
    expect({ writes, history: editor.history.state.value }).toEqual({
      writes: 0,
      history: { canUndo: false, canRedo: false },
    });
    expect(editor.scene.document.value).toBe(before);
  });

  it('show nothing for a choice that the pointer only passes', () => {
    const hoverPreview = createHoverPreview(editor);
    hoverPreview.begin(previews[0]);
    hoverPreview.end();
    vi.runAllTimers();
    expect(editor.preview.value).toBeNull();
  });

  it('do not replace or end the preview of another list', () => {
    const [first, second] = [createHoverPreview(editor), createHoverPreview(editor)];
    first.begin(previews[0]);
    vi.runAllTimers();
    second.begin(previews[1]);
    vi.runAllTimers();
    first.end();
    first.begin(null);
    vi.runAllTimers();
    expect(editor.preview.value).toBe(previews[1]);
  });

  it('end when the hovered element is removed, but not when the list rerenders', () => {
    const hoverPreview = createHoverPreview(editor);
    const card = { isConnected: true };
    const point = () => {
      const event = { pointerType: 'mouse', currentTarget: card };
      hoverPreviewProps(hoverPreview, () => previews[0]).onPointerEnter?.(
        event as unknown as PointerEvent<HTMLElement>,
      );
    };
    point();
    vi.runAllTimers();
    hoverPreview.endIfGone();
    expect(editor.preview.value).toBe(previews[0]);
    card.isConnected = false;
    hoverPreview.endIfGone();
    expect(editor.preview.value).toBeNull();
    // Also for an element that is removed before the preview starts.
    point();
    hoverPreview.endIfGone();
    vi.runAllTimers();
    expect(editor.preview.value).toBeNull();
  });

  it('end when the choice is dragged', () => {
    const hoverPreview = createHoverPreview(editor);
    const props = hoverPreviewProps(hoverPreview, () => previews[0]);
    const event = { pointerType: 'mouse', currentTarget: { isConnected: true } };
    props.onPointerEnter?.(event as unknown as PointerEvent<HTMLElement>);
    vi.runAllTimers();
    expect(editor.preview.value).toBe(previews[0]);
    props.onDragStartCapture?.({} as DragEvent<HTMLElement>);
    expect(editor.preview.value).toBeNull();
  });

  it('are limited to editors, and end when the scene becomes read-only', () => {
    const hoverPreview = createHoverPreview(editor);
    hoverPreview.begin(previews[0]);
    vi.runAllTimers();
    editor.isReadOnly.value = true;
    expect(editor.preview.value).toBeNull();
    hoverPreview.begin(previews[1]);
    vi.runAllTimers();
    expect(editor.preview.value).toBeNull();
  });
});
