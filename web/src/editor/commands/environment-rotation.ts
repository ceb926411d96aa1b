import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { roundTo } from '../kernels/round-measure.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { LiveEdit } from '../managers/history.ts';
import type { SceneWriter } from '../parts.ts';
import { isDragged } from '../tools/pointer.ts';
import { createLiveEdit } from './live-edit.ts';

/** Rotation of the sky per pixel of a drag, in radians. */
const RADIANS_PER_PIXEL = 0.005;

/** Drag that rotates the sky with its light, as one history step. */
export class EnvironmentRotation {
  readonly #editor: SceneWriter;
  readonly #from: ScreenPoint;
  readonly #before: number;
  readonly #live: LiveEdit;
  #isDragged = false;

  constructor(editor: SceneWriter, from: ScreenPoint) {
    this.#editor = editor;
    this.#from = from;
    this.#before = editor.scene.document.value.environment.rotation;
    this.#live = createLiveEdit(editor);
  }

  /** Rotates to the pointer, once the drag threshold is passed. */
  move(to: ScreenPoint): void {
    this.#isDragged ||= isDragged(this.#from, to);
    if (this.#isDragged) {
      const rotation = withinTurn(this.#before + (to.x - this.#from.x) * RADIANS_PER_PIXEL);
      this.#live.change(() => updateScene(this.#editor.ydoc, { environment: { rotation } }));
    }
  }

  end(): void {
    this.#live.commit();
  }

  cancel(): void {
    this.#live.cancel();
  }
}

/** Equivalent angle within one turn, rounded to micro-radians. */
function withinTurn(angle: number): number {
  return roundTo(angle % (2 * Math.PI), 6);
}
