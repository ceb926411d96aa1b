import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import type { Editor } from '../editor.ts';
import { createLiveEdit, type LiveEdit } from '../hooks/use-live-edit.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { isDragged } from '../tools/pointer.ts';

/** A drag by a pixel turns the sky by so many radians. */
const RADIANS_PER_PIXEL = 0.005;

/** A drag that turns the sky, and the light that comes from it, as one step of the history. */
export class SkyTurn {
  readonly #editor: Editor;
  readonly #from: ScreenPoint;
  readonly #before: number;
  readonly #live: LiveEdit;
  #isDragged = false;

  constructor(editor: Editor, from: ScreenPoint) {
    this.#editor = editor;
    this.#from = from;
    this.#before = editor.scene.get().environment.rotation;
    this.#live = createLiveEdit(editor);
  }

  /** Turns it to where the pointer is, once that is a drag. */
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

/** The same direction, by less than a whole turn, in whole micro-radians. */
function withinTurn(angle: number): number {
  return Math.round((angle % (2 * Math.PI)) * 1e6) / 1e6;
}
