import { effect, signal } from '@preact/signals-core';
import { OrthographicCamera, PerspectiveCamera, Scene, Timer, type WebGLRenderer } from 'three';
import { fetchCode } from '../../fetch-code.ts';
import type { AssetSource, LoadProgress } from '../../scene/asset-loader.ts';
import { CameraRig } from '../../scene/camera-rig.ts';
import { Outline } from '../../scene/outline.ts';
import type { ScenePicker } from '../../scene/picker.ts';
import { createRenderer } from '../../scene/renderer.ts';
import { type AnyCamera, fitCamera, placeFlat } from '../../scene/scene-camera.ts';
import { SceneView } from '../../scene/scene-view.ts';
import type { EditorParts } from '../editor-parts.ts';
import { dragsOf } from '../kernels/gestures.ts';
import { Manager } from '../managers/manager.ts';
import { draggedWorlds } from '../queries/previews.ts';
import type { PictureOptions } from '../scene-queries.ts';
import { canvasPicture, pictureSize } from './canvas-picture.ts';
import { createSceneQueries } from './create-scene-queries.ts';
import { fetchLater } from './fetch-later.ts';
import { type Flight, listenToFlight } from './flight-input.ts';
import { followDocument } from './follow-document.ts';
import { Grid } from './grid.ts';
import { MaterialPreviews } from './material-previews.ts';
import { trackMissingGlyphs } from './missing-glyphs.ts';
import { outlineGroups } from './outline-groups.ts';
import { trackUndrawn } from './undrawn-nodes.ts';
import { readColors, type ViewportColors } from './viewport-colors.ts';

export type EditorCanvasOptions = {
  /** Parent of the canvas; the canvas follows its size. */
  host: HTMLElement;
  editor: EditorParts;
  assets: AssetSource;
  /** Called while assets load, with those that failed. */
  onProgress?: (progress: LoadProgress) => void;
  /** Called when the WebGL context is lost or restored. */
  onContext: (isLost: boolean) => void;
};

/** Context of a drawing over the scene. */
export type OverlayContext = { renderer: WebGLRenderer; camera: () => AnyCamera; onInvalidate: () => void };

/** Drawing over the scene at each frame; `now` in milliseconds. */
export type DrawnOver = { draw: (now: number) => void; dispose: () => void };

/** Draws the scene and the editor's overlays, only after changes. */
export class EditorCanvas extends Manager {
  readonly rig: CameraRig;
  readonly #editor: EditorParts;
  readonly #renderer: WebGLRenderer;
  readonly #view: SceneView;
  /** Perspective camera that the rig moves, and its orthographic counterpart. */
  readonly #camera: PerspectiveCamera;
  readonly #flat = new OrthographicCamera();
  readonly #outline: Outline;
  readonly #previews: MaterialPreviews;
  readonly #grid: Grid;
  readonly #below = new Scene();
  /** Colours of drawings over the scene. */
  readonly colors: ViewportColors;
  readonly #timer = new Timer();
  readonly #flight: Flight;
  /** Resolves once picking is available, or will never be. */
  readonly #picking = Promise.withResolvers<void>();
  readonly #followers = new Set<(picture: HTMLCanvasElement) => void>();
  #over: DrawnOver | null = null;
  #isPreviewing = false;
  /** Distance of the camera behind the eye, in metres. */
  #back = 0;
  /** Distance of the camera target, in metres. */
  #distance = Number.POSITIVE_INFINITY;
  #frame = 0;
  readonly #frames = signal(0);
  /** Time of the frame to be drawn, in milliseconds. */
  #due: number | null = null;

  constructor({ host, editor, assets, onProgress, onContext }: EditorCanvasOptions) {
    super();
    this.#editor = editor;
    this.colors = readColors(host);
    this.#renderer = createRenderer('page');
    // A frame has several render passes, which are counted together.
    this.#renderer.info.autoReset = false;
    const canvas = this.#renderer.domElement;
    host.append(canvas);
    this.register(() => canvas.remove());
    this.register(() => this.#renderer.dispose());
    this.#view = new SceneView({
      renderer: this.#renderer,
      assets,
      onProgress,
      onInvalidate: this.invalidate,
    });
    this.register(() => this.#view.dispose());
    this.#view.effects.allowPausing();
    const { areEffectsShown } = editor;
    this.register(areEffectsShown.subscribe((areShown) => this.#view.effects.setShown(areShown)));
    this.#camera = new PerspectiveCamera();
    const { preferences, wheelDevice } = editor;
    this.rig = new CameraRig({
      camera: this.#camera,
      element: canvas,
      drags: dragsOf(null),
      wheelDevice: () => preferences.values.value.wheel,
      onWheelDevice: (device) => {
        wheelDevice.value = device;
      },
      onHand: () => editor.camera.take(),
      onWake: this.invalidate,
    });
    this.register(() => this.rig.dispose());
    this.#flight = listenToFlight(host, { editor, rig: this.rig, onWake: this.invalidate });
    this.register(() => this.#flight.dispose());
    this.#previews = new MaterialPreviews({
      renderer: this.#renderer,
      assets,
      onInvalidate: this.invalidate,
    });
    this.register(() => this.#previews.dispose());
    editor.painter.value = this.#previews;
    this.register(() => {
      editor.painter.value = null;
    });
    this.#outline = new Outline(this.#view);
    this.register(() => this.#outline.dispose());
    this.#grid = new Grid(this.colors);
    this.register(() => this.#grid.dispose());
    this.#below.add(this.#grid.object);
    this.register(() => cancelAnimationFrame(this.#frame));
    this.register(() => this.#over?.dispose());
    this.#follow();
    this.#observe(host, onContext);
    // Loads picking, which the first frame does not need.
    this.#attach();
  }

  /** Requests a frame. */
  readonly invalidate = (): void => {
    this.#frame ||= requestAnimationFrame(this.#draw);
  };

  /**
   * Resolves once every asset of the scene is drawn or has failed, and picking is available or has failed.
   */
  async ready(): Promise<void> {
    await Promise.all([this.#view.ready(), this.#picking.promise]);
  }

  /** Reloads an asset that could not be loaded. */
  reload(iri: string): void {
    this.#view.reload(iri);
  }

  /** Sets a drawing over the scene, with this canvas's renderer and camera; null removes it. */
  setOver(make: ((dependencies: OverlayContext) => DrawnOver) | null): void {
    this.#over?.dispose();
    this.#over =
      make?.({ renderer: this.#renderer, camera: () => this.#seeing, onInvalidate: this.invalidate }) ?? null;
    this.invalidate();
  }

  #follow(): void {
    const { camera, visibility } = this.#editor;
    this.register(followDocument(this.#editor, this.#view));
    this.register(trackUndrawn(this.#editor, this.#view));
    this.register(trackMissingGlyphs(this.#editor, this.#view));
    this.register(
      visibility.overrides.subscribe((overrides) => this.#view.setVisibilityOverrides(overrides)),
    );
    this.register(effect(this.#showOutlines));
    this.register(effect(this.#showPreviews));
    this.rig.look(camera.pose.value, { isSmooth: false });
    this.register(camera.drive((view, options) => this.rig.look(view, options)));
    this.register(effect(this.#followFrames));
  }

  #attach(): void {
    let picker: ScenePicker | null = null;
    this.register(this.#picking.resolve);
    this.register(
      fetchLater(
        () => import('../../scene/picker.ts'),
        (module) => {
          picker = new module.ScenePicker(this.#view);
          this.#picking.resolve();
        },
        this.#picking.resolve,
      ),
    );
    const queries = createSceneQueries({
      view: this.#view,
      picker: () => picker,
      picture: (options) => this.#takePicture(options),
      depth: (options) => this.#takeDepth(options),
      onDrawn: (listener) => {
        this.#followers.add(listener);
        return () => this.#followers.delete(listener);
      },
      invalidate: this.invalidate,
    });
    this.register(this.#editor.attach(queries));
  }

  #observe(host: HTMLElement, onContext: (isLost: boolean) => void): void {
    const observer = new ResizeObserver(() => this.#resize(host));
    observer.observe(host);
    this.register(() => observer.disconnect());
    this.#resize(host);
    const abort = new AbortController();
    const canvas = this.#renderer.domElement;
    canvas.addEventListener('webglcontextlost', () => onContext(true), { signal: abort.signal });
    canvas.addEventListener('webglcontextrestored', () => onContext(false), { signal: abort.signal });
    this.register(() => abort.abort());
  }

  /** Shows dragged nodes of this and other users at their preview positions. */
  readonly #showPreviews = (): void => {
    const worlds = draggedWorlds(this.#editor);
    if (worlds.size > 0 || this.#isPreviewing) {
      this.#isPreviewing = worlds.size > 0;
      this.#view.setPreviewTransforms(worlds);
    }
  };

  readonly #draw = (now: number): void => {
    this.#frame = 0;
    this.#due = now;
    this.#frames.value += 1;
  };

  /** Draws the frame that is due; a later change of a signal that it read requests the next one. */
  readonly #followFrames = (): void => {
    void this.#frames.value;
    const now = this.#due;
    this.#due = null;
    if (now === null) {
      this.invalidate();
    } else {
      this.#drawFrame(now);
    }
  };

  #drawFrame(now: number): void {
    this.#timer.update(now);
    const delta = this.#timer.getDelta();
    if (this.#flight.update(delta)) {
      this.invalidate();
    }
    if (this.rig.update(delta)) {
      this.#editor.camera.follow(this.rig.view);
      this.invalidate();
    }
    if (this.#view.isPlaying) {
      this.#view.advance(delta);
      this.invalidate();
    }
    this.#aim();
    this.#updateGrid();
    this.#render(now);
  }

  /** Camera of the current projection. */
  get #seeing(): AnyCamera {
    return this.#editor.camera.projection === 'perspective' ? this.#camera : this.#flat;
  }

  #aim(): void {
    const { camera } = this.#editor;
    const { position, target, fov } = camera.pose.value;
    this.#distance = position.distanceTo(target);
    const lens = { fov, distance: this.#distance, aspect: camera.frameAspect.value };
    fitCamera(this.#seeing, lens, camera.frame.value);
    const back = placeFlat(this.#flat, { position, target });
    this.#back = camera.projection === 'perspective' ? 0 : back;
  }

  #updateGrid(): void {
    const { camera, preferences, ui } = this.#editor;
    const { position, target } = camera.pose.value;
    const { isGridShown, gridStep } = preferences.values.value;
    this.#grid.object.visible = isGridShown && !ui.state.value.isWalking;
    const isFlat = camera.projection === 'orthographic';
    this.#grid.update({ eye: position, target, isFlat }, gridStep);
  }

  readonly #showOutlines = (): void => {
    this.#outline.setGroups(outlineGroups(this.#editor, this.colors));
    this.invalidate();
  };

  #render(now: number): void {
    const renderer = this.#renderer;
    renderer.autoClear = true;
    const camera = this.#seeing;
    this.#previews.draw();
    // Draw calls of the scene only, without overlays and material previews.
    renderer.info.reset();
    this.#view.render(camera, { keepsDepth: true, back: this.#back, distance: this.#distance });
    this.#editor.drawCalls.value = renderer.info.render.calls;
    this.#editor.pausedEffects.value = this.#view.effects.paused;
    this.#editor.isSunless.value = this.#view.isSunless;
    renderer.autoClear = false;
    renderer.render(this.#below, camera);
    this.#outline.render(renderer, camera);
    if (this.#over) {
      renderer.clearDepth();
      this.#over.draw(now);
    }
    for (const follow of this.#followers) {
      follow(renderer.domElement);
    }
  }

  /** Must run in the task that draws the frame, as the browser clears the buffer afterwards. */
  #takePicture(options: PictureOptions): Promise<Blob | null> {
    this.#renderer.autoClear = true;
    // Same options as in a normal frame, so that effects do not rebuild their buffers.
    this.#view.render(this.#seeing, { keepsDepth: true, back: this.#back, distance: this.#distance });
    const picture = canvasPicture(this.#renderer.domElement, options);
    this.invalidate();
    return picture;
  }

  async #takeDepth({ longest }: Pick<PictureOptions, 'longest'>): Promise<Blob | null> {
    const { depthPicture } = await fetchCode(() => import('../../scene/depth-picture.ts'));
    const size = pictureSize(this.#renderer.domElement, longest);
    return await depthPicture({ renderer: this.#renderer, view: this.#view, camera: this.#seeing, size });
  }

  #resize({ clientWidth: width, clientHeight: height }: HTMLElement): void {
    if (width === 0 || height === 0) {
      return;
    }
    this.#renderer.setSize(width, height);
    this.#view.setAspect(width / height);
    this.#editor.camera.resize(width, height);
    cancelAnimationFrame(this.#frame);
    this.#draw(performance.now());
  }
}
