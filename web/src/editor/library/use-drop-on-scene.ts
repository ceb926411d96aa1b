import { type DragEvent, useEffect, useEffectEvent } from 'react';
import type { LibraryThing } from '../../library/use-library.ts';
import { aimPictures, endAim } from '../commands/aim-pictures.ts';
import { pointAtPart } from '../commands/materials.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { mapOf } from './put-thing.ts';
import type { ThingPlace } from './use-put.ts';

/** Marks a drag of a library item; the item itself is in `editor.carried`. */
export const THING_DRAG = 'application/x-diorama-thing';

/**
 * Makes the viewport a drop target for library items, with a preview of where a texture would go. Panels may
 * take them too.
 * @returns drag start handler of a card
 */
export function useDropOnScene(
  put: (thing: LibraryThing, at: ThingPlace) => void,
): (thing: LibraryThing) => (event: DragEvent) => void {
  const editor = useEditor();
  const drop = useEffectEvent((at: ThingPlace) => {
    const carried = editor.carried.get();
    if (carried) {
      put(carried, at);
    }
  });
  useEffect(() => {
    const host = document.querySelector<HTMLElement>('[role="application"]');
    if (!host) {
      return;
    }
    const abort = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', hear: (at: ThingPlace) => void) =>
      host.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes(THING_DRAG)) {
            event.preventDefault();
            hear(placeIn(host, event));
          }
        },
        { signal: abort.signal },
      );
    listen('dragover', (at) => {
      const carried = editor.carried.get();
      if (editor.isReadOnly.get()) {
        return;
      }
      if (carried?.kind === 'material') {
        pointAtPart(editor, at);
      } else if (carried?.kind === 'texture') {
        const canStand = mapOf(carried) === 'color';
        aimPictures(editor, { count: 1, at, alt: at.alt && canStand, canStand });
      }
    });
    const leave = () => {
      editor.hover.set(null);
      endAim(editor);
    };
    listen('dragleave', leave);
    listen('drop', (at) => {
      leave();
      drop(at);
    });
    // Runs wherever the drag ends, accepted or not.
    document.addEventListener('dragend', () => editor.carried.set(null), { signal: abort.signal });
    return () => {
      abort.abort();
      editor.carried.set(null);
      endAim(editor);
    };
  }, [editor]);
  return (thing) => (event) => {
    editor.carried.set(thing);
    event.dataTransfer.setData(THING_DRAG, thing.uuid);
    event.dataTransfer.effectAllowed = 'copy';
  };
}

function placeIn(host: HTMLElement, { clientX, clientY, altKey }: globalThis.DragEvent): ThingPlace {
  const { left, top } = host.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top, alt: altKey };
}
