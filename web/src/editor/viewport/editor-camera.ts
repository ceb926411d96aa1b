import { OrthographicCamera, PerspectiveCamera } from 'three';
import { CameraRig } from '../../scene/camera-rig.ts';
import type { Frame } from '../../scene/framing.ts';
import { type AnyCamera, type CameraLens, placeFlat } from '../../scene/scene-camera.ts';
import type { CanvasCamera, CanvasParts } from '../../scene/scene-canvas.ts';
import type { EditorParts } from '../editor-parts.ts';
import { courseOf, FLIGHT_KEYS, flightSpeed, flyOn, lookAround } from '../kernels/flight.ts';
import { dragsOf } from '../kernels/gestures.ts';

const RIGHT_BUTTON = 2;

/** Rotation per pixel of a drag, in radians. */
const RADIANS_PER_PIXEL = 0.004;

/** Camera of the editor's viewport, which keeps the pose of `editor.camera`. */
export class EditorCamera implements CanvasCamera {
  readonly rig: CameraRig;
  readonly #editor: EditorParts;
  /** Perspective camera that the rig moves, and its orthographic counterpart. */
  readonly #perspective = new PerspectiveCamera();
  readonly #flat = new OrthographicCamera();
  readonly #flight: Flight;
  readonly #stopDriving: () => void;
  #back = 0;

  constructor({ host, renderer, invalidate }: CanvasParts, editor: EditorParts) {
    const { camera, preferences, wheelDevice } = editor;
    this.#editor = editor;
    this.rig = new CameraRig({
      camera: this.#perspective,
      element: renderer.domElement,
      drags: dragsOf(null),
      wheelDevice: () => preferences.values.value.wheel,
      onWheelDevice: (device) => {
        wheelDevice.value = device;
      },
      onHand: () => camera.take(),
      onWake: invalidate,
    });
    this.#flight = listenToFlight(host, { editor, rig: this.rig, onWake: invalidate });
    this.rig.look(camera.pose.value, { isSmooth: false });
    this.#stopDriving = camera.drive((view, options) => this.rig.look(view, options));
  }

  get shown(): AnyCamera {
    return this.#editor.camera.projection === 'perspective' ? this.#perspective : this.#flat;
  }

  get lens(): CameraLens {
    const { pose, frameAspect } = this.#editor.camera;
    const { position, target, fov } = pose.value;
    return { fov, distance: position.distanceTo(target), aspect: frameAspect.value };
  }

  get frame(): Frame {
    return this.#editor.camera.frame.value;
  }

  get back(): number {
    return this.#back;
  }

  resize({ width, height }: { width: number; height: number }): void {
    this.#editor.camera.resize(width, height);
  }

  advance(seconds: number): boolean {
    const { camera } = this.#editor;
    const isFlying = this.#flight.update(seconds);
    const isMoving = this.rig.update(seconds);
    if (isMoving) {
      camera.follow(this.rig.view);
    }
    const back = placeFlat(this.#flat, camera.pose.value);
    this.#back = camera.projection === 'perspective' ? 0 : back;
    return isFlying || isMoving;
  }

  dispose(): void {
    this.#stopDriving();
    this.#flight.dispose();
    this.rig.dispose();
  }
}

/** Running flight input; frames advance it. */
type Flight = {
  /** Advances by seconds; returns whether the motion continues. */
  update: (seconds: number) => boolean;
  dispose: () => void;
};

/**
 * Flight navigation with game keys while the right button is held. The pointer then rotates the view around
 * the eye instead of the target.
 */
function listenToFlight(
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
