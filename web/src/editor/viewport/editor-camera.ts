import { OrthographicCamera, PerspectiveCamera } from 'three';
import { CameraRig } from '../../scene/camera-rig.ts';
import type { Frame } from '../../scene/framing.ts';
import { type AnyCamera, type CameraLens, placeFlat } from '../../scene/scene-camera.ts';
import type { CanvasCamera, CanvasParts } from '../../scene/scene-canvas.ts';
import type { EditorParts } from '../editor-parts.ts';
import { courseOf, FLIGHT_KEYS, flightSpeed, flyOn, lookAround } from '../kernels/flight.ts';
import { dragsOf } from '../kernels/gestures.ts';
import type { Viewpoint } from '../parts.ts';

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
    this.#flight = new Flight(host, { editor, rig: this.rig, onWake: invalidate });
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

type FlightParts = { editor: Viewpoint; rig: CameraRig; onWake: () => void };

/**
 * Flight navigation with game keys while the right button is held. The pointer then rotates the view around
 * the eye instead of the target.
 */
class Flight {
  readonly #editor: Viewpoint;
  readonly #rig: CameraRig;
  readonly #onWake: () => void;
  readonly #abort = new AbortController();
  /** Codes of the pressed keys. */
  readonly #held = new Set<string>();
  #isArmed = false;
  #isFlying = false;
  #isHurried = false;

  constructor(host: HTMLElement, { editor, rig, onWake }: FlightParts) {
    this.#editor = editor;
    this.#rig = rig;
    this.#onWake = onWake;
    const { signal } = this.#abort;
    const options = { signal, capture: true };
    const land = () => this.#land();
    host.addEventListener(
      'pointerdown',
      ({ button }) => {
        this.#isArmed = button === RIGHT_BUTTON;
      },
      options,
    );
    // On the window, as the button may be released elsewhere.
    window.addEventListener('pointerup', land, options);
    // Not captured, which would receive the blur events of every field.
    window.addEventListener('blur', land, { signal });
    window.addEventListener('pointermove', (event) => this.#turn(event), options);
    window.addEventListener('keydown', (event) => this.#pressKey(event), options);
    window.addEventListener('keyup', (event) => this.#releaseKey(event), options);
  }

  /** Advances by seconds; returns whether the motion continues. */
  update(seconds: number): boolean {
    if (this.#held.size > 0) {
      const { view } = this.#rig;
      this.#show(flyOn(view, courseOf(this.#held), flightSpeed(view, this.#isHurried) * seconds));
    }
    return this.#held.size > 0;
  }

  dispose(): void {
    this.#abort.abort();
  }

  #land(): void {
    this.#isArmed = false;
    this.#isFlying = false;
    this.#held.clear();
  }

  #turn({ movementX, movementY }: PointerEvent): void {
    if (this.#isFlying) {
      const [x, y] = [movementX * RADIANS_PER_PIXEL, movementY * RADIANS_PER_PIXEL];
      this.#show(lookAround(this.#rig.view, -x, -y));
    }
  }

  #pressKey(event: KeyboardEvent): void {
    this.#isHurried = event.shiftKey;
    if (!this.#isArmed || event.ctrlKey || event.metaKey || !(event.code in FLIGHT_KEYS)) {
      return;
    }
    // These keys are tool shortcuts at other times.
    event.preventDefault();
    event.stopPropagation();
    this.#held.add(event.code);
    if (!this.#isFlying) {
      this.#isFlying = true;
      this.#rig.setDrags({ main: null, middle: null, right: null, touch: null });
    }
    this.#onWake();
  }

  #releaseKey({ code, shiftKey }: KeyboardEvent): void {
    this.#isHurried = shiftKey;
    this.#held.delete(code);
  }

  #show(view: ReturnType<typeof flyOn>): void {
    this.#editor.camera.take();
    this.#rig.look(view, { isSmooth: false });
  }
}
