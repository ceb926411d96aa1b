import type { CameraRig } from '../../scene/camera-rig.ts';
import { EnvironmentRotation } from '../commands/environment-rotation.ts';
import { FLIGHT_KEYS } from '../kernels/flight.ts';
import type { SceneWriter } from '../parts.ts';

const RIGHT_BUTTON = 2;
/** Bit of the right button in `buttons`. */
const RIGHT_HELD = 2;
const NO_DRAGS = { main: null, middle: null, right: null, touch: null } as const;

/**
 * Rotates the sky by Shift and the right button, with edit permission; flight input has priority. Runs after
 * the camera rig's listener for the same button. Other pointers, such as touches, neither rotate nor end it.
 * @returns function that stops
 */
export function listenToEnvironmentRotation(
  host: HTMLElement,
  editor: SceneWriter,
  rig: CameraRig,
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const options = { signal, capture: true };
  let turn: EnvironmentRotation | null = null;
  let turner: number | null = null;
  const isOther = ({ pointerId }: PointerEvent) => turn !== null && pointerId !== turner;
  const end = () => {
    turn?.end();
    turn = null;
  };
  host.addEventListener(
    'pointerdown',
    (event) => {
      if (isOther(event)) {
        return;
      }
      end();
      const { button, shiftKey, pointerId, clientX: x, clientY: y } = event;
      if (button === RIGHT_BUTTON && shiftKey && !editor.isReadOnly.value) {
        rig.setDrags(NO_DRAGS);
        turner = pointerId;
        turn = new EnvironmentRotation(editor, { x, y });
      }
    },
    options,
  );
  window.addEventListener(
    'pointermove',
    (event) => {
      if (isOther(event)) {
        return;
      }
      const { buttons, clientX: x, clientY: y } = event;
      // The browser's context menu hides the release of the button.
      if ((buttons & RIGHT_HELD) === 0) {
        end();
      }
      turn?.move({ x, y });
    },
    options,
  );
  const endOwn = (event: PointerEvent) => isOther(event) || end();
  window.addEventListener('pointerup', endOwn, options);
  window.addEventListener('pointercancel', endOwn, options);
  window.addEventListener('blur', end, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, code } = event;
      if (key === 'Escape' && turn) {
        // Escape only reverts the rotation.
        event.stopPropagation();
        turn.cancel();
        turn = null;
      } else if (code in FLIGHT_KEYS) {
        end();
      }
    },
    options,
  );
  return () => {
    end();
    abort.abort();
  };
}
