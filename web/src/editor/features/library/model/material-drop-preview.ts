import type { LibraryItem } from '../../../../library/use-library.ts';
import { pointAtPart } from '../../../commands/materials.ts';
import { inMaterial, inSlots, PREVIEW_MATERIAL, type ScenePreview } from '../../../kernels/scene-preview.ts';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { Feedback, Permission, ViewedScene } from '../../../parts.ts';
import { dropTargetAt } from '../../../queries/drop-target.ts';
import { materialOfItem } from './library-material.ts';

/** Preview of a dragged library material on the surface part below the pointer, and on nothing else. */
export class MaterialDropPreview {
  readonly #editor: Feedback & Permission & ViewedScene;
  #shown: { key: string; preview: ScenePreview } | null = null;

  constructor(editor: Feedback & Permission & ViewedScene) {
    this.#editor = editor;
  }

  /** Previews a material at a viewport point; drag events of the same part leave the preview as it is. */
  show(item: LibraryItem, at: ScreenPoint): void {
    const editor = this.#editor;
    pointAtPart(editor, at);
    const part = dropTargetAt(editor, at);
    const values = materialOfItem(item);
    if (!part || !values) {
      this.#set(null);
      return;
    }
    const { id, slot } = part;
    const key = JSON.stringify([item.uuid, id, slot]);
    if (key !== this.#shown?.key || editor.preview.value !== this.#shown.preview) {
      const as = slot === null ? inMaterial(PREVIEW_MATERIAL) : inSlots([slot], PREVIEW_MATERIAL);
      this.#set({ key, preview: { materials: { [PREVIEW_MATERIAL]: values }, nodes: { ids: [id], as } } });
    }
  }

  /** Ends the preview when the drag leaves the viewport. */
  end(): void {
    this.#editor.hover.value = null;
    this.#set(null);
  }

  #set(next: { key: string; preview: ScenePreview } | null): void {
    const { preview } = this.#editor;
    if (next !== null || (this.#shown !== null && preview.value === this.#shown.preview)) {
      preview.value = next?.preview ?? null;
    }
    this.#shown = next;
  }
}
