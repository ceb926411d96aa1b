import { pointAtPart, setMaterialAt } from '../commands/materials.ts';
import type { Feedback, SceneWriter, ViewedScene } from '../parts.ts';

/** Drag type of a scene material; its data is the material's id. */
export const MATERIAL_DRAG = 'application/x-diorama-material';

/** Accepts scene materials that are dropped on objects in the viewport, with a hover highlight. */
export function listenToMaterialDrops(
  host: HTMLElement,
  editor: Feedback & SceneWriter & ViewedScene,
): () => void {
  const abort = new AbortController();
  const isOurs = (event: DragEvent) =>
    event.dataTransfer?.types.includes(MATERIAL_DRAG) === true && !editor.isReadOnly.value;
  const pointOf = ({ clientX, clientY }: DragEvent) => {
    const { left, top } = host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
    host.addEventListener(
      type,
      (event) => {
        if (isOurs(event)) {
          event.preventDefault();
          handle(event);
        }
      },
      { signal: abort.signal },
    );
  listen('dragover', (event) => pointAtPart(editor, pointOf(event)));
  listen('dragleave', () => {
    editor.hover.value = null;
  });
  listen('drop', (event) => {
    editor.hover.value = null;
    const id = event.dataTransfer?.getData(MATERIAL_DRAG) ?? '';
    setMaterialAt(editor, pointOf(event), id);
  });
  return () => abort.abort();
}
