import { Timer, type Vector3, type WebGLRenderer } from 'three';
import type { AssetFailure, AssetSource, LoadProgress } from './asset-loader.ts';
import type { CameraRig } from './camera-rig.ts';
import { createPictureRenderer } from './create-picture-renderer.ts';
import type { DocumentCamera } from './document-camera.ts';
import { type Frame, NO_INSETS, type View } from './framing.ts';
import type { Copies } from './open-copies.ts';
import { createRenderer } from './renderer.ts';
import { type AnyCamera, type CameraLens, fitCamera, type Projected, projectTo } from './scene-camera.ts';
import { SceneView } from './scene-view.ts';

/** Steps after loading: shader compilation, then the first frame. */
export type RevealStep = 'preparing' | 'drawing';

/** Dependencies of a camera or a layer of a canvas. */
export type CanvasParts = {
  host: HTMLElement;
  renderer: WebGLRenderer;
  view: SceneView;
  /** Requests a frame. */
  invalidate: () => void;
};

/** Camera of a canvas, with the controls that move it. */
export type CanvasCamera = {
  readonly rig: CameraRig;
  /** Camera that renders the next frame. */
  readonly shown: AnyCamera;
  readonly lens: CameraLens;
  readonly frame: Frame;
  /** Distance of the camera behind the eye, in metres. */
  readonly back: number;
  resize: (size: { width: number; height: number }) => void;
  /** Advances by seconds. Returns whether the camera still moves. */
  advance: (seconds: number) => boolean;
  /** Called once before the first picture of {@link SceneCanvas.reveal}, when all content has loaded. */
  handleLoaded?: () => void;
  dispose: () => void;
};

/** Draws something before or over the scene at each frame; `now` in milliseconds. */
export type CanvasLayer = { prepare?: () => void; draw?: (now: number) => void; dispose?: () => void };

/** Dependencies and callbacks of a canvas. */
export type SceneCanvasOptions<Camera extends CanvasCamera> = {
  /** Parent of the canvas; the canvas follows its size. */
  host: HTMLElement;
  camera: (parts: CanvasParts) => Camera;
  assets: AssetSource;
  /** Generates the copies of shown documents. */
  copies?: Copies | null;
  onProgress?: (progress: LoadProgress) => void;
  /** Called when all assets have loaded, at the start of each step to the first frame. */
  onStep?: (step: RevealStep) => void;
  /** Called when the WebGL context is lost or restored. */
  onContext?: (isLost: boolean) => void;
  /** Renders nothing before {@link SceneCanvas.reveal}, while a poster covers it. */
  isHeld?: boolean;
  /** Whether layers need the depth of the scene. */
  keepsDepth?: boolean;
  /** Whether models stand still now, until {@link SceneCanvas.startClips}; never by default. */
  isStill?: () => boolean;
  /** Runs the function that draws a frame, such as to track what it reads. */
  runFrame?: (draw: () => void) => void;
};

/** Limit of the shader compilation, in milliseconds; the rest compiles during rendering. */
const COMPILE_MS = 10_000;

/** A rendered scene: canvas, camera, controls, layers, and a loop that renders only after changes. */
export class SceneCanvas<Camera extends CanvasCamera = DocumentCamera> {
  readonly host: HTMLElement;
  readonly view: SceneView;
  readonly camera: Camera;
  readonly renderer: WebGLRenderer;
  readonly #options: SceneCanvasOptions<Camera>;
  readonly #timer = new Timer();
  readonly #observer: ResizeObserver;
  readonly #abort = new AbortController();
  readonly #layers = new Set<CanvasLayer>();
  /** Rendering during loading would compile shaders synchronously and block the page. */
  #isHeld: boolean;
  /** Whether pictures of another size are being rendered. */
  #isBorrowed = false;
  #hasStartedClips = false;
  #request = 0;

  constructor(options: SceneCanvasOptions<Camera>) {
    const { host, assets, copies, onProgress, onContext, isHeld = false } = options;
    this.#options = options;
    this.host = host;
    this.#isHeld = isHeld;
    const renderer = createRenderer('page');
    host.append(renderer.domElement);
    this.renderer = renderer;
    this.view = new SceneView({ renderer, assets, copies, onProgress, onInvalidate: this.invalidate });
    this.view.effects.allowPausing();
    this.camera = options.camera(this);
    // The observer also reports the initial size.
    this.#observer = new ResizeObserver(() => this.resize());
    this.#observer.observe(host);
    const { signal } = this.#abort;
    renderer.domElement.addEventListener('webglcontextlost', () => onContext?.(true), { signal });
    renderer.domElement.addEventListener('webglcontextrestored', () => onContext?.(false), { signal });
  }

  get rig(): CameraRig {
    return this.camera.rig;
  }

  get size(): { width: number; height: number } {
    return this.camera.frame;
  }

  /** Element that receives pointer events. */
  get element(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Requests a render at the next frame. */
  readonly invalidate = (): void => {
    this.#request ||= requestAnimationFrame(this.#draw);
  };

  /** Projects a point to CSS pixels; `depth` is beyond ±1 outside the clipping planes. */
  readonly project = (point: Vector3): Projected => projectTo(this.camera.shown, this.size, point);

  /**
   * Renders once everything has loaded and compiled, without blocking the page.
   * @returns the failed assets; a canvas that is disposed of meanwhile does nothing more
   */
  async reveal(): Promise<AssetFailure[]> {
    const { signal } = this.#abort;
    const { onStep } = this.#options;
    const failures = await this.view.ready();
    if (signal.aborted) {
      return failures;
    }
    this.camera.handleLoaded?.();
    this.#fit();
    onStep?.('preparing');
    // A lost context never reports completion, nor does a restored one.
    await settleWithTimeout(this.view.prepare(this.camera.shown), COMPILE_MS, signal);
    if (signal.aborted) {
      return failures;
    }
    onStep?.('drawing');
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
    });
    return failures;
  }

  /** Adds a layer over those before it, which the canvas disposes of. Returns the function that removes it. */
  addLayer(layer: CanvasLayer): () => void {
    this.#layers.add(layer);
    this.invalidate();
    return () => this.#layers.delete(layer);
  }

  /** Calls `listener` after each frame, for overlays and tracking. Returns the unsubscribe function. */
  onDrawn(listener: () => void): () => void {
    return this.addLayer({ draw: listener });
  }

  /**
   * Gives `take` exclusive use of the renderer for pictures of another size, in pixels, or for output elsewhere, such
   * as XR. `take` renders any number of pictures, from the current view or another, and reads each in the task that
   * rendered it. Calls run one after another.
   * @throws Error if the size exceeds the GPU's limits.
   */
  async withRenderer<Result>(
    size: { width: number; height: number },
    take: (draw: (from?: View) => HTMLCanvasElement, renderer: WebGLRenderer) => Promise<Result>,
  ): Promise<Result> {
    const { renderer, view } = this;
    const ratio = renderer.getPixelRatio();
    const camera = this.camera.shown.clone();
    fitCamera(camera, this.camera.lens, { ...size, insets: NO_INSETS });
    this.#isBorrowed = true;
    try {
      const draw = createPictureRenderer({ renderer, view, camera, size });
      return await take((from = this.rig.view) => draw(from), renderer);
    } finally {
      this.#isBorrowed = false;
      if (!this.#abort.signal.aborted) {
        renderer.setPixelRatio(ratio);
        this.#resizeTo(this.size);
      }
    }
  }

  /** Fits the rendering to the size of the host at once. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) {
      return;
    }
    this.camera.resize({ width, height });
    if (!this.#isBorrowed) {
      this.#resizeTo({ width, height });
    }
  }

  /** Renders the scene without layers, as in a frame, so that effects do not rebuild their buffers. */
  renderScene(): void {
    const { position, target } = this.rig.view;
    const { shown, back } = this.camera;
    const { keepsDepth } = this.#options;
    this.view.render(shown, { keepsDepth, back, distance: position.distanceTo(target) });
  }

  /** Ends the loop and frees everything, the canvas too. */
  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#abort.abort();
    this.#observer.disconnect();
    for (const layer of this.#layers) {
      layer.dispose?.();
    }
    this.camera.dispose();
    this.view.dispose();
    this.renderer.dispose();
    if (!this.renderer.getContext().isContextLost()) {
      // A browser limits the number of contexts: without this it would drop the oldest one before it reuses these.
      this.renderer.forceContextLoss();
    }
    this.element.remove();
  }

  /** Lets models play from now on, as a visitor has started a clip. */
  startClips(): void {
    this.#hasStartedClips = true;
  }

  readonly #draw = (now: number): void => {
    const { runFrame = (draw) => draw() } = this.#options;
    this.#request = 0;
    runFrame(() => this.#drawFrame(now));
  };

  #drawFrame(now: number): void {
    this.#timer.update(now);
    const seconds = this.#timer.getDelta();
    if (this.#isBorrowed) {
      // Picture exports set the animation time themselves; playing resumes afterwards.
      return;
    }
    if (this.view.isPlaying && (this.#hasStartedClips || !this.#options.isStill?.())) {
      this.view.advance(seconds);
      this.invalidate();
    }
    if (this.camera.advance(seconds)) {
      this.invalidate();
    }
    this.#fit();
    if (this.#isHeld) {
      return;
    }
    for (const layer of this.#layers) {
      layer.prepare?.();
    }
    this.renderScene();
    this.renderer.autoClear = false;
    for (const layer of this.#layers) {
      layer.draw?.(now);
    }
    this.renderer.autoClear = true;
  }

  #fit(): void {
    const { shown, lens, frame } = this.camera;
    fitCamera(shown, lens, frame);
  }

  #resizeTo({ width, height }: { width: number; height: number }): void {
    this.renderer.setSize(width, height);
    this.view.setAspect(width / height);
    cancelAnimationFrame(this.#request);
    this.#draw(performance.now());
  }
}

/**
 * Resolves when work is done, after `ms`, or on abort, at the first of these.
 * @throws the error of the work before that.
 */
async function settleWithTimeout(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  signal.addEventListener('abort', () => late.resolve(), { once: true });
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
