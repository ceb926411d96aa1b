import type { CameraRig } from '../../scene/camera-rig.ts';
import type { EditorParts } from '../editor-parts.ts';
import { courseOf, FLIGHT_KEYS, flightSpeed, flyOn, lookAround } from '../kernels/flight.ts';

const RIGHT_BUTTON = 2;
/** Rotation per pixel of a drag, in radians. */
const RADIANS_PER_PIXEL = 0.004;

/** Running flight input; frames advance it. */
export type Flight = {
  /** Advances by seconds; returns whether the motion continues. */
  update: (seconds: number) => boolean;
  dispose: () => void;
};

/**
 * Flight navigation with game keys while the right button is held. The pointer then rotates the view around
 * the eye instead of the target.
 */
export function listenToFlight(
  host: HTMLElement,
  { editor, rig, onWake }: { editor: EditorParts; rig: CameraRig; onWake: () => void },
): Flight {
  const abort = new AbortController();
  const options = { signal: abort.signal, capture: true };
  const held = new Set<string>();
  let isArmed = false;
  let isFlying = false;
  let isHurried = false;

  const land = () => {
    isArmed = false;
    isFlying = false;
    held.clear();
  };
  const show = (view: ReturnType<typeof flyOn>) => {
    editor.camera.take();
    rig.look(view, { isSmooth: false });
  };
  host.addEventListener(
    'pointerdown',
    ({ button }) => {
      isArmed = button === RIGHT_BUTTON;
    },
    options,
  );
  // On the window, as the button may be released elsewhere.
  window.addEventListener('pointerup', land, options);
  // Not captured, which would receive the blur events of every field.
  window.addEventListener('blur', land, { signal: abort.signal });
  window.addEventListener(
    'pointermove',
    ({ movementX, movementY }) => {
      if (isFlying) {
        const [x, y] = [movementX * RADIANS_PER_PIXEL, movementY * RADIANS_PER_PIXEL];
        show(lookAround(rig.view, -x, -y));
      }
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      isHurried = event.shiftKey;
      if (!isArmed || event.ctrlKey || event.metaKey || !(event.code in FLIGHT_KEYS)) {
        return;
      }
      // These keys are tool shortcuts at other times.
      event.preventDefault();
      event.stopPropagation();
      held.add(event.code);
      if (!isFlying) {
        isFlying = true;
        rig.setDrags({ main: null, middle: null, right: null, touch: null });
      }
      onWake();
    },
    options,
  );
  window.addEventListener(
    'keyup',
    (event) => {
      isHurried = event.shiftKey;
      held.delete(event.code);
    },
    options,
  );
  return {
    update: (seconds) => {
      if (held.size > 0) {
        const { view } = rig;
        show(flyOn(view, courseOf(held), flightSpeed(view, isHurried) * seconds));
      }
      return held.size > 0;
    },
    dispose: () => abort.abort(),
  };
}
