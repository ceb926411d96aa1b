import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import { Box3, Timer, type Vector3, type WebGLRenderer } from 'three';
import type { AssetFailure, AssetSource, LoadProgress } from './asset-loader.ts';
import { beginPictures } from './begin-pictures.ts';
import { listenToCameraKeys } from './camera-keys.ts';
import { CameraRig } from './camera-rig.ts';
import { type Frame, type LensView, metresBehind, NO_INSETS, roomAround, type View } from './framing.ts';
import { LensGlide } from './lens-glide.ts';
import { createRenderer } from './renderer.ts';
import { aimCamera, createSceneCamera, lensOf, shapeCamera, viewOf } from './scene-camera.ts';
import { SceneView } from './scene-view.ts';
import { settledWithin } from './settled-within.ts';

/** What is done once everything is there: shaders compile, then the first picture is drawn. */
export type RevealStep = 'preparing' | 'drawing';

/** What a canvas is made with. */
export type SceneCanvasOptions = {
  /** Filled with the canvas; its size is followed. */
  host: HTMLElement;
  /** What the canvas is called to those who cannot see it. */
  label: string;
  document: SceneDocument;
  assets: AssetSource;
  onProgress?: (progress: LoadProgress) => void;
  /** Everything is there, and what comes next on the way to the first picture begins. */
  onStep?: (step: RevealStep) => void;
  /** The GPU has taken the picture away, or given it back. */
  onContext?: (isLost: boolean) => void;
  /** Draws nothing before {@link SceneCanvas.reveal}, as a picture of the scene stands in front. */
  isHeld?: boolean;
};

/** Who only looks turns the view with whatever is dragged. */
const DRAGS = { main: 'orbit', middle: 'pan', right: 'pan', touch: 'orbit' } as const;
/** What has not compiled in so many milliseconds compiles as it is drawn. */
const COMPILE_MS = 10_000;
/** How long the way from one view to another takes. */
export const FLIGHT_SECONDS = 0.8;

/** A scene to look at: canvas, camera, controls, and a loop that draws only when something changed. */
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
  /** What draws while it is loading compiles as it draws, which holds the page up. */
  #isHeld: boolean;
  /** Pictures of another size are being taken. */
  #isLent = false;
  #request = 0;
  #frame: Frame;
  readonly #lens: LensGlide;
  /** Of the view that this one stands for, if it does. */
  #meantFov: number | undefined;
  /** Those that the rig knows. */
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
    this.#lens = new LensGlide(lensOf(document.camera));
    const camera = createSceneCamera(document.camera);
    aimCamera(camera, document.camera, this.#frame);
    const element = renderer.domElement;
    this.rig = new CameraRig({
      camera,
      element,
      drags: DRAGS,
      // Two fingers come closer as a wheel does: a scene in somebody's page is not to be pushed out of sight.
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
    // Tells the size for the first time as soon as it observes.
    this.#observer = new ResizeObserver(() => this.#resize(host));
    this.#observer.observe(host);
    const { signal } = this.#abort;
    renderer.domElement.addEventListener('webglcontextlost', () => onContext?.(true), { signal });
    renderer.domElement.addEventListener('webglcontextrestored', () => onContext?.(false), { signal });
  }

  /** Names the picture anew for those who cannot see it. */
  setLabel(label: string): void {
    describe(this.#renderer.domElement, label);
  }

  /** In CSS pixels. */
  get size(): { width: number; height: number } {
    return this.#frame;
  }

  /** The vertical angle of the view, in degrees, as documents tell it. */
  get fov(): number {
    return this.#lens.now.fov;
  }

  /** What people point at and turn the view with. */
  get element(): HTMLCanvasElement {
    return this.#renderer.domElement;
  }

  /** Draws at the next frame. */
  readonly invalidate = (): void => {
    this.#request ||= requestAnimationFrame(this.#draw);
  };

  /** Where a point of the scene is seen, in CSS pixels; `depth` is beyond ±1 for what cannot be seen. */
  project(point: Vector3): { x: number; y: number; depth: number } {
    const { width, height } = this.#frame;
    const { x, y, z } = point.clone().project(this.rig.camera);
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth: z };
  }

  /**
   * Draws once everything is there and compiled; the page stays free meanwhile.
   * @returns what could not be loaded; nothing more happens to a canvas that is disposed of meanwhile.
   */
  async reveal(): Promise<AssetFailure[]> {
    const { signal } = this.#abort;
    const failures = await this.view.ready();
    if (signal.aborted) {
      return failures;
    }
    this.#onStep('preparing');
    // A context that was lost meanwhile never tells that it is done, nor does one that is given back.
    await settledWithin(this.view.prepare(this.rig.camera), COMPILE_MS, signal);
    if (signal.aborted) {
      return failures;
    }
    this.#onStep('drawing');
    // The first picture holds the page up: what was said of it is seen before.
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

  /** Calls `listener` after each frame, to draw over it or to follow it; returns the undoing. */
  onDrawn(listener: (renderer: WebGLRenderer) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /**
   * Lends the renderer for pictures of another size, in pixels: `take` draws as many as it wants, from the present view
   * or another, and reads each in the task that drew it; or shows the scene elsewhere than on the page. Nothing else is
   * drawn meanwhile, and one comes after the other.
   * @throws Error where the graphics card has no room for so large a picture.
   */
  async lend<Result>(
    size: { width: number; height: number },
    take: (draw: (from?: View) => HTMLCanvasElement, renderer: WebGLRenderer) => Promise<Result>,
  ): Promise<Result> {
    const renderer = this.#renderer;
    const ratio = renderer.getPixelRatio();
    const camera = this.rig.camera.clone();
    shapeCamera(camera, this.#lens.now, { ...size, insets: NO_INSETS });
    this.#isLent = true;
    try {
      const draw = beginPictures({ renderer, view: this.view, camera, size });
      return await take((from = this.rig.view) => draw(from), renderer);
    } finally {
      this.#isLent = false;
      if (!this.#abort.signal.aborted) {
        renderer.setPixelRatio(ratio);
        this.#fit();
      }
    }
  }

  /** Goes back to the first view. */
  resetView(): void {
    this.look({ ...viewOf(this.#document.camera), fov: this.#document.camera.fov });
  }

  /** Shows another state of the scene; with `change` only what that names is looked at. */
  setDocument(document: SceneDocument, change?: SceneChange): void {
    this.#document = document;
    this.view.setDocument(document, change);
  }

  /** Whether one finger turns the view; one that is under way goes on as this says. */
  setFingerTurning(isTurning: boolean): void {
    this.rig.setDrags({ ...DRAGS, touch: isTurning ? DRAGS.touch : null });
  }

  /** Calls `listener` whenever the person moves the view by hand or by keys; returns the undoing. */
  onHand(listener: () => void): () => void {
    this.#hands.add(listener);
    return () => this.#hands.delete(listener);
  }

  /** Goes to a view, on a smooth way of `seconds`; `fov` is its vertical angle in degrees, left out as it is. */
  look(
    { position, target, fov = this.#lens.ahead.fov, meantFov }: View & Partial<LensView>,
    seconds = FLIGHT_SECONDS,
  ): void {
    this.#meantFov = meantFov;
    this.rig.look({ position, target }, { isSmooth: true, seconds });
    this.#lens.go({ fov, distance: position.distanceTo(target) });
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
      // A browser has few contexts: without this it takes the oldest one away, before it gives one of these back.
      this.#renderer.forceContextLoss();
    }
    this.#renderer.domElement.remove();
  }

  readonly #draw = (now: number): void => {
    this.#request = 0;
    this.#timer.update(now);
    const seconds = this.#timer.getDelta();
    if (this.#isLent) {
      // Whoever takes pictures says what time it is in them; the rest goes on afterwards.
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
      shapeCamera(this.rig.camera, this.#lens.now, this.#frame);
      this.rig.camera.updateProjectionMatrix();
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
    this.#frame = frameOf(host);
    if (!this.#isLent) {
      this.#fit();
    }
  }

  /** Fits what is drawn to the size of the host. */
  #fit(): void {
    const { width, height } = this.#frame;
    this.#renderer.setSize(width, height);
    shapeCamera(this.rig.camera, this.#lens.now, this.#frame);
    this.rig.camera.updateProjectionMatrix();
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
