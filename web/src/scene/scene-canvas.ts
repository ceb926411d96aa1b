import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import { Box3, Timer, type Vector3, type WebGLRenderer } from 'three';
import type { AssetFailure, AssetSource, LoadProgress } from './asset-loader.ts';
import { listenToCameraKeys } from './camera-keys.ts';
import { CameraRig } from './camera-rig.ts';
import { contentAspect } from './content-aspect.ts';
import { createPictureRenderer } from './create-picture-renderer.ts';
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
import { LensTransition } from './lens-transition.ts';
import { createRenderer } from './renderer.ts';
import { aimCamera, type CameraLens, createSceneCamera, fitCamera, lensOf, viewOf } from './scene-camera.ts';
import { SceneView } from './scene-view.ts';
import { settleWithTimeout } from './settle-with-timeout.ts';

/** Steps after loading: shader compilation, then the first frame. */
export type RevealStep = 'preparing' | 'drawing';

/** Dependencies and callbacks of a canvas. */
export type SceneCanvasOptions = {
  /** Parent of the canvas; the canvas follows its size. */
  host: HTMLElement;
  /** Accessible name of the canvas. */
  label: string;
  document: SceneDocument;
  assets: AssetSource;
  onProgress?: (progress: LoadProgress) => void;
  /** Called when all assets have loaded, at the start of each step to the first frame. */
  onStep?: (step: RevealStep) => void;
  /** Called when the WebGL context is lost or restored. */
  onContext?: (isLost: boolean) => void;
  /** Renders nothing before {@link SceneCanvas.reveal}, while a poster covers it. */
  isHeld?: boolean;
};

/** In a viewer every drag moves the camera. */
const DRAGS = { main: 'orbit', middle: 'pan', right: 'pan', touch: 'orbit' } as const;
/** Limit of the shader compilation, in milliseconds; the rest compiles during rendering. */
const COMPILE_MS = 10_000;
/** Duration of a flight from one view to another. */
export const FLIGHT_SECONDS = 0.8;

/** A rendered scene: canvas, camera, controls, and a loop that renders only after changes. */
export class SceneCanvas {
  readonly view: SceneView;
  readonly rig: CameraRig;
  #document: SceneDocument;
  readonly #renderer: WebGLRenderer;
  readonly #timer = new Timer();
  readonly #observer: ResizeObserver;
  readonly #abort = new AbortController();
  readonly #followers = new Set<(renderer: WebGLRenderer) => void>();
  readonly #hands = new Set<() => void>();
  readonly #onStep: (step: RevealStep) => void;
  /** Rendering during loading would compile shaders synchronously and block the page. */
  #isHeld: boolean;
  /** Whether pictures of another size are being rendered. */
  #isLent = false;
  #request = 0;
  #frame: Frame;
  readonly #lens: LensTransition;
  /** Angle of the original view, if this one replaces it. */
  #meantFov: number | undefined;
  /** Bounds last passed to the rig. */
  readonly #bounds = new Box3();

  constructor(options: SceneCanvasOptions) {
    const { host, label, document, assets, onProgress, onContext, isHeld = false } = options;
    this.#onStep = options.onStep ?? (() => undefined);
    this.#isHeld = isHeld;
    const renderer = createRenderer('page');
    host.append(renderer.domElement);
    describe(renderer.domElement, label);
    this.#renderer = renderer;
    this.view = new SceneView({ renderer, assets, onProgress, onInvalidate: this.invalidate });
    this.view.effects.allowPausing();
    this.#document = document;
    this.#frame = frameOf(host);
    this.#lens = new LensTransition(lensOf(document.camera));
    const camera = createSceneCamera(document.camera);
    aimCamera(camera, document.camera, this.#frame);
    const element = renderer.domElement;
    this.rig = new CameraRig({
      camera,
      element,
      drags: DRAGS,
      // Two fingers zoom like a wheel: an embedded scene must not be panned out of sight.
      wheelDevice: () => 'mouse',
      onHand: () => {
        for (const hand of this.#hands) {
          hand();
        }
      },
      onWake: this.invalidate,
    });
    listenToCameraKeys(this.rig, element, this.#abort.signal);
    this.view.setDocument(document);
    this.rig.look(viewOf(document.camera), { isSmooth: false });
    // The observer also reports the initial size.
    this.#observer = new ResizeObserver(() => this.#resize(host));
    this.#observer.observe(host);
    const { signal } = this.#abort;
    renderer.domElement.addEventListener('webglcontextlost', () => onContext?.(true), { signal });
    renderer.domElement.addEventListener('webglcontextrestored', () => onContext?.(false), { signal });
  }

  /** Updates the accessible name. */
  setLabel(label: string): void {
    describe(this.#renderer.domElement, label);
  }

  get size(): { width: number; height: number } {
    return this.#frame;
  }

  /** Aspect of the frame that is shown whole. */
  get frameAspect(): number {
    return this.#lens.now.aspect ?? FRAME_ASPECT;
  }

  /** Keeps the view within what is free of the canvas. */
  setInsets(insets: Insets): void {
    this.#frame = { ...this.#frame, insets };
    if (!this.#isLent) {
      this.#fit();
    }
  }

  /** Vertical angle of the view, in degrees, as in documents. */
  get fov(): number {
    return this.#lens.now.fov;
  }

  /** Element that receives pointer events. */
  get element(): HTMLCanvasElement {
    return this.#renderer.domElement;
  }

  /** Requests a render at the next frame. */
  readonly invalidate = (): void => {
    this.#request ||= requestAnimationFrame(this.#draw);
  };

  /** Projects a point to CSS pixels; `depth` is beyond ±1 outside the clipping planes. */
  project(point: Vector3): { x: number; y: number; depth: number } {
    const { width, height } = this.#frame;
    const { x, y, z } = point.clone().project(this.rig.camera);
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth: z };
  }

  /**
   * Renders once everything has loaded and compiled, without blocking the page.
   * @returns the failed assets; a canvas that is disposed of meanwhile does nothing more
   */
  async reveal(): Promise<AssetFailure[]> {
    const { signal } = this.#abort;
    const failures = await this.view.ready();
    if (signal.aborted) {
      return failures;
    }
    this.#lens.set(this.#lensOf({ ...viewOf(this.#document.camera), fov: this.#document.camera.fov }));
    this.#aim();
    this.#onStep('preparing');
    // A lost context never reports completion, nor does a restored one.
    await settleWithTimeout(this.view.prepare(this.rig.camera), COMPILE_MS, signal);
    if (signal.aborted) {
      return failures;
    }
    this.#onStep('drawing');
    // The first render blocks the page, so the browser first shows the step's message.
    await new Promise(requestAnimationFrame);
    if (signal.aborted) {
      return failures;
    }
    this.#isHeld = false;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      const stop = this.onDrawn(() => {
        stop();
        resolve();
      });
      this.invalidate();
    });
    return failures;
  }

  /** Calls `listener` after each frame, for overlays and tracking. Returns the unsubscribe function. */
  onDrawn(listener: (renderer: WebGLRenderer) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /**
   * Gives `take` exclusive use of the renderer for pictures of another size, in pixels, or for output elsewhere, such
   * as XR. `take` renders any number of pictures, from the current view or another, and reads each in the task that
   * rendered it. Calls run one after another.
   * @throws Error if the size exceeds the GPU's limits.
   */
  async lend<Result>(
    size: { width: number; height: number },
    take: (draw: (from?: View) => HTMLCanvasElement, renderer: WebGLRenderer) => Promise<Result>,
  ): Promise<Result> {
    const renderer = this.#renderer;
    const ratio = renderer.getPixelRatio();
    const camera = this.rig.camera.clone();
    fitCamera(camera, this.#lens.now, { ...size, insets: NO_INSETS });
    this.#isLent = true;
    try {
      const draw = createPictureRenderer({ renderer, view: this.view, camera, size });
      return await take((from = this.rig.view) => draw(from), renderer);
    } finally {
      this.#isLent = false;
      if (!this.#abort.signal.aborted) {
        renderer.setPixelRatio(ratio);
        this.#fit();
      }
    }
  }

  /** Returns to the initial view. */
  resetView(): void {
    this.look({ ...viewOf(this.#document.camera), fov: this.#document.camera.fov });
  }

  /** Shows another version of the document; with `change`, only its named parts are compared. */
  setDocument(document: SceneDocument, change?: SceneChange): void {
    this.#document = document;
    this.view.setDocument(document, change);
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
   * Goes to a view, on a smooth way of `seconds`; `fov` is its vertical angle in degrees, left out as it is. Left out,
   * `aspect` is that of what the view shows.
   */
  look(
    { fov = this.#lens.ahead.fov, meantFov, ...view }: View & Partial<LensView>,
    seconds = FLIGHT_SECONDS,
  ): void {
    this.#meantFov = meantFov;
    this.rig.look(view, { isSmooth: true, seconds });
    this.#lens.go(this.#lensOf({ ...view, fov }));
    this.invalidate();
  }

  /** Ends the loop and frees everything, the canvas too. */
  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#abort.abort();
    this.#observer.disconnect();
    this.rig.dispose();
    this.view.dispose();
    this.#renderer.dispose();
    if (!this.#renderer.getContext().isContextLost()) {
      // A browser limits the number of contexts: without this it would drop the oldest one before it reuses these.
      this.#renderer.forceContextLoss();
    }
    this.#renderer.domElement.remove();
  }

  readonly #draw = (now: number): void => {
    this.#request = 0;
    this.#timer.update(now);
    const seconds = this.#timer.getDelta();
    if (this.#isLent) {
      // Picture exports set the animation time themselves; playing resumes afterwards.
      return;
    }
    if (this.view.isPlaying) {
      this.view.advance(seconds);
      this.invalidate();
    }
    if (this.rig.update(seconds)) {
      this.invalidate();
    }
    if (this.#lens.step(seconds)) {
      this.#aim();
      this.invalidate();
    }
    const bounds = this.view.boundsOf();
    if (!bounds.equals(this.#bounds)) {
      this.#bounds.copy(bounds);
      this.rig.setBounds(bounds.isEmpty() ? null : roomAround(bounds, viewOf(this.#document.camera).target));
    }
    if (this.#isHeld) {
      return;
    }
    const { position, target } = this.rig.view;
    const back = metresBehind({ position, target, fov: this.fov, meantFov: this.#meantFov });
    this.view.render(this.rig.camera, { back, distance: position.distanceTo(target) });
    for (const follower of this.#followers) {
      follower(this.#renderer);
    }
  };

  #resize(host: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = host;
    if (width === 0 || height === 0) {
      return;
    }
    this.#frame = { ...frameOf(host), insets: this.#frame.insets };
    if (!this.#isLent) {
      this.#fit();
    }
  }

  /** The lens of a view; without an aspect of its own, all that the view shows is kept in sight. */
  #lensOf({ position, target, fov, aspect }: LensView): CameraLens {
    const { projection } = this.#document.camera;
    const span = () => contentAspect({ position, target, fov, projection }, this.view.nodes.shownBoxes());
    return { fov, distance: position.distanceTo(target), aspect: aspect ?? span() };
  }

  #aim(): void {
    fitCamera(this.rig.camera, this.#lens.now, this.#frame);
    this.rig.camera.updateProjectionMatrix();
  }

  /** Fits the rendering to the size of the host. */
  #fit(): void {
    const { width, height } = this.#frame;
    this.#renderer.setSize(width, height);
    this.#aim();
    this.view.setAspect(width / height);
    cancelAnimationFrame(this.#request);
    this.#draw(performance.now());
  }
}

function frameOf({ clientWidth, clientHeight }: HTMLElement): Frame {
  return { width: Math.max(clientWidth, 1), height: Math.max(clientHeight, 1), insets: NO_INSETS };
}

function describe(canvas: HTMLCanvasElement, label: string): void {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
}
