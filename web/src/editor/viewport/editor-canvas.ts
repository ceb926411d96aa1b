import { readJoinedParts } from '@diorama/shared/domain/joined-parts.ts';
import type { DrawnChange } from '@diorama/shared/scene/scene-change.ts';
import { effect } from '@preact/signals-core';
import { Scene } from 'three';
import { fetchCode } from '../../fetch-code.ts';
import type { AssetSource, LoadProgress } from '../../scene/asset-loader.ts';
import type { DrawnNodes } from '../../scene/node-renderer.ts';
import { Outline } from '../../scene/outline.ts';
import type { ScenePicker } from '../../scene/picker.ts';
import { type CanvasLayer, SceneCanvas } from '../../scene/scene-canvas.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import { textureBytes } from '../../scene/texture-bytes.ts';
import type { EditorParts } from '../editor-parts.ts';
import { applyPreview, touchedBy } from '../kernels/scene-preview.ts';
import type { Feedback, SceneReader } from '../parts.ts';
import { draggedWorlds } from '../queries/previews.ts';
import type { FilePart, PictureOptions, SceneQueries } from '../scene-queries.ts';
import { watch } from '../signals.ts';
import { EditorCamera } from './editor-camera.ts';
import { fetchLater } from './fetch-later.ts';
import { Grid } from './grid.ts';
import { MaterialPreviews } from './material-previews.ts';
import { trackMissingGlyphs } from './missing-glyphs.ts';
import { outlineGroups } from './outline-groups.ts';
import { trackUndrawn } from './undrawn-nodes.ts';
import { readColors, type ViewportColors } from './viewport-colors.ts';

const NOTHING: DrawnChange = { nodes: new Set(), materials: new Set(), scene: false };

type EditorCanvasOptions = {
  /** Parent of the canvas; the canvas follows its size. */
  host: HTMLElement;
  editor: EditorParts;
  assets: AssetSource;
  /** Called while assets load, with those that failed. */
  onProgress?: (progress: LoadProgress) => void;
  /** Called when the WebGL context is lost or restored. */
  onContext: (isLost: boolean) => void;
};

/** Canvas of the scene with the editor's camera and layers. */
export class EditorCanvas extends SceneCanvas<EditorCamera> {
  readonly #editor: EditorParts;
  /** Colours of drawings over the scene. */
  readonly colors: ViewportColors;
  /** Resolves once picking is available, or will never be. */
  readonly #picking = Promise.withResolvers<void>();
  readonly #ends: (() => void)[] = [];
  #stopTracking: () => void = () => undefined;

  constructor({ editor, assets, ...options }: EditorCanvasOptions) {
    super({
      ...options,
      assets,
      camera: (parts) => new EditorCamera(parts, editor),
      keepsDepth: true,
      runFrame: (draw) => this.#trackFrame(draw),
    });
    this.#editor = editor;
    this.colors = readColors(options.host);
    // A frame has several render passes, which are counted together.
    this.renderer.info.autoReset = false;
    const previews = new MaterialPreviews({ renderer: this.renderer, assets, onInvalidate: this.invalidate });
    editor.painter.value = previews;
    this.addLayer(this.#previewsLayer(previews));
    this.addLayer(this.#gridLayer());
    this.addLayer(this.#outlineLayer());
    const { view } = this;
    this.#ends.push(
      () => {
        editor.painter.value = null;
      },
      editor.areEffectsShown.subscribe((areShown) => view.effects.setShown(areShown)),
      followDocument(editor, view),
      trackUndrawn(editor, view),
      trackMissingGlyphs(editor, view),
      editor.visibility.overrides.subscribe((overrides) => view.setVisibilityOverrides(overrides)),
      this.#followDrags(),
      // Loads picking, which the first frame does not need.
      ...this.#attach(),
    );
    this.resize();
  }

  /** Resolves once every asset of the scene is drawn or has failed, and picking is available or has failed. */
  async ready(): Promise<void> {
    await Promise.all([this.view.ready(), this.#picking.promise]);
  }

  override dispose(): void {
    this.#stopTracking();
    for (const end of this.#ends.splice(0).reverse()) {
      end();
    }
    super.dispose();
  }

  /** Draws a frame; the first later change of a signal that it read requests the next one. */
  #trackFrame(draw: () => void): void {
    this.#stopTracking();
    let isDrawn = false;
    this.#stopTracking = effect(() => {
      if (isDrawn) {
        this.invalidate();
      } else {
        isDrawn = true;
        draw();
      }
    });
  }

  /** Draws material previews before the scene, and reports figures of the scene alone. */
  #previewsLayer(previews: MaterialPreviews): CanvasLayer {
    const { drawCalls, pausedEffects, isSunless } = this.#editor;
    const { info } = this.renderer;
    return {
      prepare: () => {
        previews.draw();
        info.reset();
      },
      draw: () => {
        drawCalls.value = info.render.calls;
        pausedEffects.value = this.view.effects.paused;
        isSunless.value = this.view.isSunless;
      },
      dispose: () => previews.dispose(),
    };
  }

  #gridLayer(): CanvasLayer {
    const { camera, preferences, ui } = this.#editor;
    const grid = new Grid(this.colors);
    const scene = new Scene().add(grid.object);
    return {
      draw: () => {
        const { position, target } = camera.pose.value;
        const { isGridShown, gridStep } = preferences.values.value;
        grid.object.visible = isGridShown && !ui.state.value.isWalking;
        grid.update({ eye: position, target, isFlat: camera.projection === 'orthographic' }, gridStep);
        this.renderer.render(scene, this.camera.shown);
      },
      dispose: () => grid.dispose(),
    };
  }

  #outlineLayer(): CanvasLayer {
    const outline = new Outline(this.view);
    const stop = effect(() => {
      outline.setGroups(outlineGroups(this.#editor, this.colors));
      this.invalidate();
    });
    return {
      draw: () => outline.render(this.renderer, this.camera.shown),
      dispose: () => {
        stop();
        outline.dispose();
      },
    };
  }

  /** Shows dragged nodes of this and other users at their preview positions. */
  #followDrags(): () => void {
    let isPreviewing = false;
    return effect(() => {
      const worlds = draggedWorlds(this.#editor);
      if (worlds.size > 0 || isPreviewing) {
        isPreviewing = worlds.size > 0;
        this.view.setPreviewTransforms(worlds);
      }
    });
  }

  #attach(): (() => void)[] {
    let picker: ScenePicker | null = null;
    const { resolve } = this.#picking;
    const cancel = fetchLater(
      () => import('../../scene/picker.ts'),
      (module) => {
        picker = new module.ScenePicker(this.view);
        resolve();
      },
      () => {
        this.#editor.isPartMissing.value = true;
        resolve();
      },
    );
    const queries = createSceneQueries({
      view: this.view,
      picker: () => picker,
      picture: (options) => this.#takePicture(options),
      depth: (options) => this.#takeDepth(options),
      onDrawn: (listener) => this.onDrawn(() => listener(this.element)),
      invalidate: this.invalidate,
    });
    return [resolve, cancel, this.#editor.attach(queries)];
  }

  /** Must run in the task that draws the frame, as the browser clears the buffer afterwards. */
  #takePicture(options: PictureOptions): Promise<Blob | null> {
    this.renderScene();
    const picture = canvasPicture(this.element, options);
    this.invalidate();
    return picture;
  }

  async #takeDepth({ longest }: Pick<PictureOptions, 'longest'>): Promise<Blob | null> {
    const { depthPicture } = await fetchCode(() => import('../../scene/depth-picture.ts'));
    const size = pictureSize(this.element, longest);
    return await depthPicture({ renderer: this.renderer, view: this.view, camera: this.camera.shown, size });
  }
}

/**
 * Copies the current content of a canvas. A WebGL canvas must have been drawn in the same task, as its buffer
 * is not preserved.
 * @returns null if the browser cannot encode it
 */
function canvasPicture(canvas: HTMLCanvasElement, { longest, type }: PictureOptions): Promise<Blob | null> {
  const copy = document.createElement('canvas');
  Object.assign(copy, pictureSize(canvas, longest));
  copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height);
  return new Promise((resolve) => copy.toBlob(resolve, type, 0.8));
}

/** Size of a canvas picture with a limited longer side. */
function pictureSize(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Queries of the editor to the viewport: a view, the picking module once loaded, and the renderer. */
function createSceneQueries({
  view,
  picker,
  ...drawing
}: Pick<SceneQueries, 'picture' | 'depth' | 'onDrawn' | 'invalidate'> & {
  view: SceneView;
  picker: () => ScenePicker | null;
}): SceneQueries {
  return {
    ...drawing,
    hits: (ray, without) => picker()?.pickAll(ray, without) ?? [],
    boundsOf: (ids) => view.boundsOf(ids),
    shownBoxes: () => view.nodes.drawn.shownBoxes(),
    ownBoxOf: (id) => view.nodes.ownBoxOf(id),
    isDrawn: (id) => view.nodes.isDrawn(id),
    textureBytes: () => textureBytes(view.nodes.drawn.objects),
    placeAtSurfacePoint: (id, spot, into) => view.nodes.placeAtSurfacePoint(id, spot, into),
    showAs: (id, props) => view.showAs(id, props),
    partsOf: createFileParts(view.nodes.drawn),
  };
}

/**
 * Returns a function that lists the parts of a node's file: its meshes, including merged ones. Cached per
 * file, as the outliner reads them at each scene change.
 */
function createFileParts(nodes: DrawnNodes): (id: string) => readonly FilePart[] {
  const known = new WeakMap<object, readonly FilePart[]>();
  return (id) => {
    const drawn = nodes.filePartsOf(id);
    const extras = nodes.extrasOf(id);
    const joined = extras && (known.get(extras) ?? readJoinedParts(extras));
    if (!extras || !joined || joined.length === 0) {
      return drawn;
    }
    const all = known.get(extras) ?? [...drawn, ...joined];
    known.set(extras, all);
    return all;
  };
}

/** Keeps a view in sync with the document and the active preview. @returns function that stops */
function followDocument({ scene, preview }: Feedback & SceneReader, view: SceneView): () => void {
  let tried = preview.value;
  view.setDocument(applyPreview(scene.document.value, tried));
  const show = (change: DrawnChange) => {
    const before = tried;
    tried = preview.value;
    // Redraws what the previous preview changed and what the current one changes.
    const previews = [before, tried].filter((one) => one !== null).map(touchedBy);
    view.setDocument(applyPreview(scene.document.value, tried), [change, ...previews].reduce(union));
  };
  const ends = [
    scene.onChange((_, change) => show(change)),
    watch(
      () => preview.value,
      () => show(NOTHING),
    ),
  ];
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function union(a: DrawnChange, b: DrawnChange): DrawnChange {
  return {
    nodes: new Set([...a.nodes, ...b.nodes]),
    materials: new Set([...a.materials, ...b.materials]),
    scene: a.scene || b.scene,
  };
}
