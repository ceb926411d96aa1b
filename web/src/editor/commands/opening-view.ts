import { CAMERA_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { Box3, Vector3 } from 'three';
import { FRAME_ASPECT, frameBox } from '../../scene/framing.ts';
import { type ViewCoverage, viewCoverage } from '../../scene/view-coverage.ts';
import type { Editor } from '../editor.ts';

/** Smallest share of the frame that the content of a fitted view takes. */
const LEAST_SHARE = 0.35;
/** Height of a floor at most, as a share of its longer side. */
const FLATNESS = 0.05;

/** Whether content is outside the opening view. A view from inside the content, as in a room, is left alone. */
export function isOpeningViewOutgrown(editor: Editor): boolean {
  const coverage = coverageOf(editor);
  return coverage !== null && !coverage.isInside && !coverage.isWhole;
}

/**
 * Fits the default opening view to the content, for the first publication. A chosen view stays.
 * @returns whether the view was changed
 */
export function fitDefaultOpeningView(editor: Editor): boolean {
  const coverage = coverageOf(editor);
  const fits = coverage?.isWhole === true && coverage.share >= LEAST_SHARE;
  if (coverage === null || !isDefaultOpeningView(editor) || fits || editor.isReadOnly.get()) {
    return false;
  }
  fitOpeningView(editor);
  return true;
}

/** Whether the opening view is still the default one. */
export function isDefaultOpeningView({ scene }: Editor): boolean {
  return isSameJson(scene.get().camera, CAMERA_DEFAULTS);
}

/** Fits the opening view to the content from its present direction, as one step. */
export function fitOpeningView(editor: Editor): void {
  const box = contentBox(editor);
  if (box.isEmpty() || editor.isReadOnly.get()) {
    return;
  }
  const { camera } = editor.scene.get();
  const from = new Vector3(...camera.position).sub(new Vector3(...camera.target));
  const { position, target } = frameBox(box, from, { fov: camera.fov, aspect: FRAME_ASPECT });
  editor.edit(() =>
    updateScene(editor.ydoc, { camera: { position: position.toArray(), target: target.toArray() } }),
  );
}

function coverageOf(editor: Editor): ViewCoverage | null {
  const box = contentBox(editor);
  const { position, target, ...lens } = editor.scene.get().camera;
  return box.isEmpty()
    ? null
    : viewCoverage({ position: new Vector3(...position), target: new Vector3(...target), ...lens }, box);
}

/** Bounds of the visible nodes, without floors, which a view may cut. */
function contentBox({ queries }: Editor): Box3 {
  const boxes = [...(queries?.shownBoxes() ?? [])].filter((box) => !box.isEmpty());
  const solids = boxes.filter((box) => !isFlat(box));
  return (solids.length > 0 ? solids : boxes).reduce((all, box) => all.union(box), new Box3());
}

function isFlat(box: Box3): boolean {
  const { x, y, z } = box.getSize(new Vector3());
  return y < FLATNESS * Math.max(x, z);
}
