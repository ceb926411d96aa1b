import { type DragEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { LibraryThing } from '../../library/use-library.ts';
import { aimPictures, endAim } from '../commands/aim-pictures.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { mapOf } from './put-thing.ts';
import type { ThingPlace } from './use-put.ts';

/** Marks what is dragged as ours; what it is we know ourselves. */
const DRAG_TYPE = 'application/x-diorama-thing';

/**
 * Lets the viewport take what is dragged out of the drawer, and show where a texture would go.
 * @returns what a card does when its drag begins
 */
export function useDropOnScene(
  put: (thing: LibraryThing, at: ThingPlace) => void,
): (thing: LibraryThing) => (event: DragEvent) => void {
  const editor = useEditor();
  const dragged = useRef<LibraryThing | null>(null);
  const drop = useEffectEvent((at: ThingPlace) => {
    if (dragged.current) {
      put(dragged.current, at);
    }
    dragged.current = null;
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
          if (event.dataTransfer?.types.includes(DRAG_TYPE)) {
            event.preventDefault();
            hear(placeIn(host, event));
          }
        },
        { signal: abort.signal },
      );
    listen('dragover', (at) => {
      if (dragged.current?.kind === 'texture' && !editor.isReadOnly.get()) {
        const canStand = mapOf(dragged.current) === 'color';
        aimPictures(editor, { count: 1, at, alt: at.alt && canStand, canStand });
      }
    });
    listen('dragleave', () => endAim(editor));
    listen('drop', (at) => {
      endAim(editor);
      drop(at);
    });
    return () => {
      abort.abort();
      endAim(editor);
    };
  }, [editor]);
  return (thing) => (event) => {
    dragged.current = thing;
    event.dataTransfer.setData(DRAG_TYPE, thing.uuid);
    event.dataTransfer.effectAllowed = 'copy';
  };
}

function placeIn(host: HTMLElement, { clientX, clientY, altKey }: globalThis.DragEvent): ThingPlace {
  const { left, top } = host.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top, alt: altKey };
}
