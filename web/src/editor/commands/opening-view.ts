import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import type { Box3 } from 'three';
import {
  contentBox,
  type FittedView,
  fittedDefaultView,
  fittedView,
  isDefaultView,
  openingCoverage,
} from '../../scene/opening-view.ts';
import type { DrawnScene, SceneReader, SceneWriter } from '../parts.ts';

/** Whether content is outside the opening view. A view from inside the content, as in a room, is left alone. */
export function isOpeningViewOutgrown(editor: DrawnScene & SceneReader): boolean {
  const coverage = openingCoverage(editor.scene.document.value.camera, contentOf(editor));
  return coverage !== null && !coverage.isInside && !coverage.isWhole;
}

/**
 * Fits the default opening view to the content, for the first publication. A chosen view stays.
 * @returns whether the view was changed
 */
export function fitDefaultOpeningView(editor: DrawnScene & SceneWriter): boolean {
  const fitted = fittedDefaultView(editor.scene.document.value.camera, contentOf(editor));
  return fitted !== null && write(editor, fitted);
}

/** Whether the opening view is the default. */
export function isDefaultOpeningView({ scene }: SceneReader): boolean {
  return isDefaultView(scene.document.value.camera);
}

/** Fits the opening view to the content from its present direction, as one step. */
export function fitOpeningView(editor: DrawnScene & SceneWriter): void {
  const content = contentOf(editor);
  if (!content.isEmpty()) {
    write(editor, fittedView(editor.scene.document.value.camera, content));
  }
}

function write(editor: SceneWriter, camera: FittedView): boolean {
  if (editor.isReadOnly.value) {
    return false;
  }
  editor.edit(() => updateScene(editor.ydoc, { camera }));
  return true;
}

function contentOf({ queries }: DrawnScene): Box3 {
  return contentBox(queries?.shownBoxes() ?? []);
}
