import type { CameraRig } from '../../scene/camera-rig.ts';
import { SkyTurn } from '../commands/sky-turn.ts';
import type { Editor } from '../editor.ts';
import { FLIGHT_KEYS } from '../kernels/flight.ts';

const RIGHT_BUTTON = 2;
/** That button among all that are held. */
const RIGHT_HELD = 2;
const NO_DRAGS = { main: null, middle: null, right: null, touch: null } as const;

/**
 * Lets who may edit turn the sky by Shift and the right button; who flies keeps what both are for then. Listens after
 * what moves the view by the same button; returns the undoing.
 */
export function listenToSkyTurn(host: HTMLElement, editor: Editor, rig: CameraRig): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const options = { signal, capture: true };
  let turn: SkyTurn | null = null;
  const end = () => {
    turn?.end();
    turn = null;
  };
  host.addEventListener(
    'pointerdown',
    ({ button, shiftKey, clientX: x, clientY: y }) => {
      end();
      if (button === RIGHT_BUTTON && shiftKey && !editor.isReadOnly.get()) {
        rig.setDrags(NO_DRAGS);
        turn = new SkyTurn(editor, { x, y });
      }
    },
    options,
  );
  window.addEventListener(
    'pointermove',
    ({ buttons, clientX: x, clientY: y }) => {
      // A browser's own menu keeps to itself that the button went up.
      if ((buttons & RIGHT_HELD) === 0) {
        end();
      }
      turn?.move({ x, y });
    },
    options,
  );
  window.addEventListener('pointerup', end, options);
  window.addEventListener('pointercancel', end, options);
  window.addEventListener('blur', end, { signal });
  window.addEventListener(
    'keydown',
    ({ key, code }) => {
      if (key === 'Escape') {
        turn?.cancel();
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
