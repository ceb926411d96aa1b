import { type DragEvent, useEffect, useEffectEvent } from 'react';
import type { LibraryItem } from '../../../library/use-library.ts';
import { endDropPreview, previewPictureDrop } from '../../commands/preview-picture-drop.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { mapOf } from './model/library-material.ts';
import { MaterialDropPreview } from './model/material-drop-preview.ts';
import type { DropPoint } from './use-insert-library-item.ts';

/** Marks a drag of a library item; the item itself is in `editor.draggedItem`. */
export const ITEM_DRAG_TYPE = 'application/x-diorama-library-item';

/**
 * Makes the viewport a drop target for library items, with a preview of the material or texture on its target. Panels may
 * take them too.
 * @returns drag start handler of a card
 */
export function useDropOnScene(
  put: (item: LibraryItem, at: DropPoint) => void,
): (item: LibraryItem) => (event: DragEvent) => void {
  const editor = useEditor();
  const drop = useEffectEvent((at: DropPoint) => {
    const draggedItem = editor.draggedItem.value;
    if (draggedItem) {
      put(draggedItem, at);
    }
  });
  useEffect(() => {
    const host = document.querySelector<HTMLElement>('[role="application"]');
    if (!host) {
      return;
    }
    const abort = new AbortController();
    const materialPreview = new MaterialDropPreview(editor);
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (at: DropPoint) => void) =>
      host.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes(ITEM_DRAG_TYPE)) {
            event.preventDefault();
            handle(placeIn(host, event));
          }
        },
        { signal: abort.signal },
      );
    listen('dragover', (at) => {
      const draggedItem = editor.draggedItem.value;
      if (editor.isReadOnly.value) {
        return;
      }
      if (draggedItem?.kind === 'material') {
        materialPreview.show(draggedItem, at);
      } else if (draggedItem?.kind === 'texture') {
        const canStand = mapOf(draggedItem) === 'color';
        previewPictureDrop(editor, { count: 1, at, alt: at.alt && canStand, canStand });
      }
    });
    const leave = () => {
      materialPreview.end();
      endDropPreview(editor);
    };
    listen('dragleave', leave);
    listen('drop', (at) => {
      leave();
      drop(at);
    });
    // Runs wherever the drag ends, accepted or not.
    const end = () => {
      leave();
      editor.draggedItem.value = null;
    };
    document.addEventListener('dragend', end, { signal: abort.signal });
    return () => {
      abort.abort();
      editor.draggedItem.value = null;
      leave();
    };
  }, [editor]);
  return (item) => (event) => {
    editor.draggedItem.value = item;
    event.dataTransfer.setData(ITEM_DRAG_TYPE, item.uuid);
    event.dataTransfer.effectAllowed = 'copy';
  };
}

function placeIn(host: HTMLElement, { clientX, clientY, altKey }: globalThis.DragEvent): DropPoint {
  const { left, top } = host.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top, alt: altKey };
}
