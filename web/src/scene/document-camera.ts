import type { SceneCamera, SceneDocument } from '@diorama/shared/scene/document.ts';
import { Box3 } from 'three';
import { listenToCameraKeys } from './camera-keys.ts';
import { CameraRig } from './camera-rig.ts';
import { contentAspect } from './content-aspect.ts';
import {
  FRAME_ASPECT,
  type Frame,
  type Insets,
  type LensView,
  metresBehind,
  NO_INSETS,
  roomAround,
  type View,
} from './framing.ts';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';
import { aimCamera, type CameraLens, cameraLensOf, cameraViewOf, createSceneCamera } from './scene-camera.ts';
import { type CanvasCamera, type CanvasParts, SceneCanvas, type SceneCanvasOptions } from './scene-canvas.ts';

/** Remaining share of the transition after one second. */
const LEFT = 0.004;

/** Differences too small to see, in degrees and as a share of the distance. */
const MIN = { angle: 0.01, distance: 1e-3, aspect: 1e-3 } as const;

/** In a viewer every drag moves the camera. */
const DRAGS = { main: 'orbit', middle: 'pan', right: 'pan', touch: 'orbit' } as const;
/** Duration of a flight from one view to another. */
export const FLIGHT_SECONDS = 0.8;

/** Shows a document to visitors, from its own view; `label` is the accessible name of the canvas. */
export function openDocument({
  document,
  label,
  ...options
}: Omit<SceneCanvasOptions<DocumentCamera>, 'camera'> & {
  document: SceneDocument;
  label: string;
}): SceneCanvas {
  const isStill = prefersReducedMotion;
  const canvas = new SceneCanvas({
    ...options,
    isStill,
    camera: (parts) => new DocumentCamera(parts, document),
  });
  const { element } = canvas;
  element.tabIndex = 0;
  element.role = 'img';
  element.ariaLabel = label;
  return canvas;
}

/** Camera of a document for visitors, who move it by pointer and keys. */
export class DocumentCamera implements CanvasCamera {
  readonly rig: CameraRig;
  readonly #parts: CanvasParts;
  readonly #abort = new AbortController();
  readonly #hands = new Set<() => void>();
  readonly #lens: LensTransition;
  #frame: Frame;
  /** Angle of the original view, if this one replaces it. */
  #originalFov: number | undefined;
  /** Bounds last passed to the rig. */
  readonly #bounds = new Box3();

  constructor(parts: CanvasParts, document: SceneDocument) {
    const { host, renderer, view, invalidate } = parts;
    this.#parts = parts;
    view.setDocument(document);
    const width = Math.max(host.clientWidth, 1);
    const height = Math.max(host.clientHeight, 1);
    this.#frame = { width, height, insets: NO_INSETS };
    this.#lens = new LensTransition(cameraLensOf(document.camera));
    const camera = createSceneCamera(document.camera);
    aimCamera(camera, document.camera, this.#frame);
    this.rig = new CameraRig({
      camera,
      element: renderer.domElement,
      drags: DRAGS,
      // Two fingers zoom like a wheel: an embedded scene must not be panned out of sight.
      wheelDevice: () => 'mouse',
      onHand: () => {
        for (const hand of this.#hands) {
          hand();
        }
      },
      onWake: invalidate,
    });
    listenToCameraKeys(this.rig, renderer.domElement, this.#abort.signal);
    this.rig.look(cameraViewOf(document.camera), { isSmooth: false });
  }

  get shown() {
    return this.rig.camera;
  }

  get lens(): CameraLens {
    return this.#lens.now;
  }

  get frame(): Frame {
    return this.#frame;
  }

  get back(): number {
    return metresBehind({ ...this.rig.view, fov: this.fov, originalFov: this.#originalFov });
  }

  /** Vertical angle of the view, in degrees, as in documents. */
  get fov(): number {
    return this.#lens.now.fov;
  }

  /** Aspect of the frame that is shown whole. */
  get frameAspect(): number {
    return this.#lens.now.aspect ?? FRAME_ASPECT;
  }

  /** Sets the covered margins of the canvas, from the next frame. */
  setInsets(insets: Insets): void {
    this.#frame = { ...this.#frame, insets };
  }

  resize(size: { width: number; height: number }): void {
    this.#frame = { ...size, insets: this.#frame.insets };
  }

  handleLoaded(): void {
    this.#lens.set(this.#lensOf(this.#opening));
  }

  advance(seconds: number): boolean {
    const { view } = this.#parts;
    const isMoving = this.rig.update(seconds);
    const isChanging = this.#lens.step(seconds);
    const bounds = view.boundsOf();
    if (!bounds.equals(this.#bounds)) {
      this.#bounds.copy(bounds);
      this.rig.setBounds(bounds.isEmpty() ? null : roomAround(bounds, this.#opening.target));
    }
    return isMoving || isChanging;
  }

  /** Returns to the initial view. */
  reset(): void {
    this.look(this.#opening);
  }

  /** Enables or disables turning by one finger, also during a drag. */
  setFingerTurning(isTurning: boolean): void {
    this.rig.setDrags({ ...DRAGS, touch: isTurning ? DRAGS.touch : null });
  }

  /** Calls `listener` whenever the user moves the camera by pointer or keys. Returns the unsubscribe function. */
  onHand(listener: () => void): () => void {
    this.#hands.add(listener);
    return () => this.#hands.delete(listener);
  }

  /**
   * Moves smoothly to a view within `seconds`. `fov` is its vertical angle in degrees, by default the current one.
   * `aspect` defaults to that of the visible content.
   */
  look(
    { fov = this.#lens.ahead.fov, originalFov, ...view }: View & Partial<LensView>,
    seconds = FLIGHT_SECONDS,
  ): void {
    this.#originalFov = originalFov;
    this.rig.look(view, { isSmooth: true, seconds });
    this.#lens.go(this.#lensOf({ ...view, fov }));
    this.#parts.invalidate();
  }

  /** Shows a camera at once, such as a step of its move. */
  show(camera: SceneCamera): void {
    this.#originalFov = undefined;
    this.rig.look(cameraViewOf(camera), { isSmooth: false });
    this.#lens.set({ ...cameraLensOf(camera), aspect: this.#lens.ahead.aspect });
    this.#parts.invalidate();
  }

  dispose(): void {
    this.#abort.abort();
    this.rig.dispose();
  }

  /** Camera of the document as it is now. */
  get #stored(): SceneCamera {
    return (this.#parts.view.document as SceneDocument).camera;
  }

  get #opening(): LensView {
    return { ...cameraViewOf(this.#stored), fov: this.#stored.fov };
  }

  /** Lens of a view. Without a given aspect, it shows all content of the view. */
  #lensOf({ position, target, fov, aspect }: LensView): CameraLens {
    const { projection } = this.#stored;
    const span = () =>
      contentAspect({ position, target, fov, projection }, this.#parts.view.nodes.drawn.shownBoxes());
    return { fov, distance: position.distanceTo(target), aspect: aspect ?? span() };
  }
}

/** Animates the camera's lens from one view to the next. */
export class LensTransition {
  #now: CameraLens;
  #ahead: CameraLens;

  constructor(lens: CameraLens) {
    this.#now = lens;
    this.#ahead = lens;
  }

  /** Current lens. */
  get now(): CameraLens {
    return this.#now;
  }

  /** Lens at the end of the transition. */
  get ahead(): CameraLens {
    return this.#ahead;
  }

  /** Shows so much at once. */
  set(lens: CameraLens): void {
    this.#now = lens;
    this.#ahead = lens;
  }

  go(lens: CameraLens): void {
    this.#ahead = lens;
  }

  /** Advances by seconds; true if the lens changed. */
  step(seconds: number): boolean {
    const [from, to] = [this.#now, this.#ahead];
    if (from === to) {
      return false;
    }
    const left = prefersReducedMotion() ? 0 : LEFT ** seconds;
    const isNear =
      Math.abs(to.fov - from.fov) < MIN.angle &&
      Math.abs(to.distance - from.distance) < to.distance * MIN.distance &&
      Math.abs(aspectOf(to) - aspectOf(from)) < MIN.aspect;
    this.#now =
      left === 0 || isNear
        ? to
        : {
            fov: to.fov + (from.fov - to.fov) * left,
            distance: to.distance + (from.distance - to.distance) * left,
            aspect: aspectOf(to) + (aspectOf(from) - aspectOf(to)) * left,
          };
    return true;
  }
}

function aspectOf({ aspect = FRAME_ASPECT }: CameraLens): number {
  return aspect;
}
