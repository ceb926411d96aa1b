import CameraControls from 'camera-controls';
import {
  Box3,
  Matrix4,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import type { View } from './framing.ts';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';
import type { AnyCamera } from './scene-camera.ts';
import { guessWheel, WHEEL_START, type WheelDevice, type WheelInput, wheelMove } from './wheel.ts';

CameraControls.install({
  THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster },
});

/** Camera movement of a drag. */
export type CameraMove = 'orbit' | 'pan';

/**
 * Movement per mouse button; `touch` is one finger, two fingers always pan and zoom. Null leaves the drag to other
 * handlers.
 */
export type CameraDrags = Record<'main' | 'middle' | 'right' | 'touch', CameraMove | null>;

/** Dependencies and callbacks of the rig. */
type CameraRigOptions = {
  camera: AnyCamera;
  /** Element that receives the drags, in the size of the viewport. */
  element: HTMLElement;
  drags: CameraDrags;
  /** Input device of the wheel; by default it is guessed from the events. */
  wheelDevice?: () => WheelDevice | null;
  /** Called when the detected wheel device changes. */
  onWheelDevice?: (device: WheelDevice) => void;
  /** Called when the user moves the camera by pointer or keys. */
  onHand?: () => void;
  /** Called before a movement starts: {@link CameraRig.update} must be called at the next frame. */
  onWake: () => void;
};

const { ACTION } = CameraControls;
const BUTTON = { orbit: ACTION.ROTATE, pan: ACTION.TRUCK } as const;
const FINGER = { orbit: ACTION.TOUCH_ROTATE, pan: ACTION.TOUCH_TRUCK } as const;
/** Smooth times, in seconds, for drags, the wheel and commands. */
const SECONDS = { hand: 0.05, wheel: 0.08, command: 0.18 } as const;
/** Duration of a flight until it visibly rests, in smooth times. */
const FLIGHT = 4;
/** Limit of a frame's time step, in seconds, so that one slow frame does not skip half of a flight. */
const LONGEST_FRAME = 0.05;
/** Limits of the distance to the target, in metres. */
const DISTANCES = { min: 0.02, max: 1e5 } as const;

/**
 * Camera of a viewport: users orbit, pan and zoom towards the pointer, and commands set a view. Editor, viewer and
 * embed share it. It moves only within {@link update}; the owner renders and disposes of it.
 */
export class CameraRig {
  readonly camera: AnyCamera;
  readonly #controls: CameraControls;
  readonly #options: CameraRigOptions;
  readonly #abort = new AbortController();
  #wheel = WHEEL_START;
  #bounds: Box3 | null = null;
  /** Final zoom of an orthographic camera. */
  #zoom = 1;

  constructor(options: CameraRigOptions) {
    const { camera, element, onWake } = options;
    this.#options = options;
    this.camera = camera;
    const controls = new CameraControls(camera, element);
    this.#controls = controls;
    controls.minDistance = DISTANCES.min;
    controls.maxDistance = DISTANCES.max;
    controls.minZoom = 1e-3;
    controls.maxZoom = 1e3;
    controls.dollyToCursor = true;
    controls.mouseButtons.wheel = ACTION.NONE;
    this.setDrags(options.drags);
    controls.addEventListener('controlstart', onWake);
    controls.addEventListener('control', this.#handleDrag);
    const { signal } = this.#abort;
    element.addEventListener('wheel', this.#handleWheel, { signal, passive: false });
  }

  /** Current view, also in the middle of a movement. */
  get view(): View {
    const { position, target } = this.#at(false);
    return { position, target };
  }

  /** Changes the movements of drags; a running drag continues with the new ones. */
  setDrags({ main, middle, right, touch }: CameraDrags): void {
    const { mouseButtons, touches } = this.#controls;
    const button = (move: CameraMove | null) => (move ? BUTTON[move] : ACTION.NONE);
    mouseButtons.left = button(main);
    mouseButtons.middle = button(middle);
    mouseButtons.right = button(right);
    touches.one = touch ? FINGER[touch] : ACTION.NONE;
  }

  /**
   * Moves to a view: at once, or smoothly unless the user prefers reduced motion.
   * @param options.seconds - duration; that of a command by default
   */
  look({ position, target }: View, { isSmooth, seconds }: { isSmooth: boolean; seconds?: number }): void {
    const pace = seconds === undefined ? SECONDS.command : seconds / FLIGHT;
    this.#go({ position, target }, isSmooth ? pace : null);
    if (this.#zoom !== 1) {
      this.#zoom = 1;
      this.#settle(this.#controls.zoomTo(1, isSmooth));
    }
  }

  /** Orbits the target by radians: to the left and up. */
  orbit(azimuth: number, polar: number): void {
    this.#options.onHand?.();
    this.#pace(SECONDS.command);
    this.#settle(this.#controls.rotate(azimuth, polar, true));
  }

  /** Pans by CSS pixels: the scene moves to the left and up. */
  pan(x: number, y: number): void {
    this.#options.onHand?.();
    const { camera, element } = this.#options;
    const { target, position } = this.#at(true);
    const height =
      camera instanceof PerspectiveCamera
        ? 2 * position.distanceTo(target) * Math.tan((camera.getEffectiveFOV() * Math.PI) / 360)
        : (camera.top - camera.bottom) / camera.zoom;
    const metres = height / Math.max(element.clientHeight, 1);
    this.#pace(SECONDS.wheel);
    this.#settle(this.#controls.truck(x * metres, y * metres, true));
  }

  /**
   * Multiplies the distance by a factor; less than 1 zooms in.
   * @param at - fixed point on the screen, from −1 to 1 to the right and up
   */
  dolly(factor: number, at: Vector2 = this.#middle()): void {
    this.#options.onHand?.();
    const end = this.#at(true);
    const normal = end.position.clone().sub(end.target);
    const isFlat = !(this.camera instanceof PerspectiveCamera);
    const distance = normal.length();
    const wanted = Math.min(Math.max(distance * factor, DISTANCES.min), DISTANCES.max);
    const share = isFlat ? factor : wanted / distance;
    const fixed = this.#pointAt(at, end) ?? end.target;
    const target = fixed.clone().lerp(end.target, share);
    this.#bounds?.clampPoint(target, target);
    const position = target.clone().addScaledVector(normal, isFlat ? 1 : share);
    this.#go({ position, target }, SECONDS.wheel);
    if (isFlat) {
      this.#zoom /= share;
      this.#settle(this.#controls.zoomTo(this.#zoom, true));
    }
  }

  /** Limits the target to a box, so that the scene cannot be lost by panning; null for no limit. */
  setBounds(box: Box3 | null): void {
    this.#bounds = box;
    this.#controls.setBoundary(box ?? undefined);
  }

  /** Advances the camera by seconds; true while it is still moving. */
  update(seconds: number): boolean {
    const isMoving = this.#controls.update(Math.min(seconds, LONGEST_FRAME));
    if (!isMoving) {
      this.#zoom = this.camera.zoom;
    }
    return isMoving;
  }

  dispose(): void {
    this.#abort.abort();
    this.#controls.dispose();
  }

  readonly #handleDrag = (): void => {
    // Drags of other handlers arrive here as well.
    if (this.#controls.currentAction !== ACTION.NONE) {
      this.#options.onHand?.();
    }
    this.#options.onWake();
  };

  readonly #handleWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { deltaX, deltaY, deltaMode, ctrlKey, shiftKey, timeStamp: time } = event;
    const input: WheelInput = { deltaX, deltaY, deltaMode, ctrlKey, shiftKey, time };
    const before = this.#wheel.device;
    this.#wheel = guessWheel(this.#wheel, input);
    if (this.#wheel.device !== before) {
      this.#options.onWheelDevice?.(this.#wheel.device);
    }
    const move = wheelMove(this.#options.wheelDevice?.() ?? this.#wheel.device, input);
    if (move.kind === 'pan') {
      this.pan(move.x, move.y);
      return;
    }
    const { left, top, width, height } = this.#options.element.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 2 - 1;
    const y = 1 - ((event.clientY - top) / height) * 2;
    this.dolly(move.factor, new Vector2(x, y));
  };

  #go({ position, target }: View, seconds: number | null): void {
    const [eye, at] = [position.toArray(), target.toArray()] as const;
    const isSmooth = seconds !== null && !prefersReducedMotion();
    this.#pace(seconds ?? SECONDS.command);
    this.#settle(this.#controls.setLookAt(...eye, ...at, isSmooth));
  }

  #pace(seconds: number): void {
    const isStill = prefersReducedMotion();
    this.#controls.smoothTime = isStill ? 0 : seconds;
    this.#controls.draggingSmoothTime = isStill ? 0 : SECONDS.hand;
  }

  /** Wakes the owner after a command. Its promise resolves at rest and is not awaited, as `update` reports the end. */
  #settle(_moved: Promise<unknown>): void {
    this.#options.onWake();
  }

  #at(isEnd: boolean): View {
    return {
      position: this.#controls.getPosition(new Vector3(), isEnd),
      target: this.#controls.getTarget(new Vector3(), isEnd),
    };
  }

  /** Screen position of the target; off the viewport's centre where panels cover a part of it. */
  #middle(): Vector2 {
    const { x, y } = this.view.target.project(this.camera);
    return new Vector2(x, y);
  }

  /** Point of the plane through the target at a screen position, for a given view. */
  #pointAt(at: Vector2, { position, target }: View): Vector3 | null {
    const later = this.camera.clone();
    later.position.copy(position);
    later.zoom = this.#zoom;
    later.lookAt(target);
    later.updateProjectionMatrix();
    later.updateMatrixWorld();
    const raycaster = new Raycaster();
    raycaster.setFromCamera(at, later);
    const plane = new Plane().setFromNormalAndCoplanarPoint(later.getWorldDirection(new Vector3()), target);
    return raycaster.ray.intersectPlane(plane, new Vector3());
  }
}
