import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import type { VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import type { DrawnChange } from '@diorama/shared/scene/scene-change.ts';
import { Box3, Group, type Material, type Matrix4, PCFShadowMap, Scene, type WebGLRenderer } from 'three';
import { type AssetFailure, AssetLoader, type AssetSource, type LoadProgress } from './asset-loader.ts';
import { DisposeQueue } from './dispose-queue.ts';
import { PostProcessing } from './effects/post-processing.ts';
import { clipPlanes } from './framing.ts';
import { ModelStore } from './model-store.ts';
import { mayNeedOthers, neededFiles } from './needed-assets.ts';
import type { Copies } from './open-copies.ts';
import type { AnyCamera } from './scene-camera.ts';
import { SceneEnvironment } from './scene-environment.ts';
import { type RenderedChange, SceneNodes } from './scene-nodes.ts';
import { ShapeStore } from './shape-store.ts';
import { TextureStore } from './texture-store.ts';

/** Dependencies of a view. */
type SceneViewOptions = {
  /** The view sets its tone mapping, exposure and shadows, and never disposes of it. */
  renderer: WebGLRenderer;
  assets: AssetSource;
  /** Generates the copies of documents that do not have them yet. */
  copies?: Copies | null;
  /** Called when the picture changes on its own, such as after loading a model: render again. */
  onInvalidate?: () => void;
  onProgress?: (progress: LoadProgress) => void;
};

/** Options of a render. */
type RenderOptions = { keepsDepth?: boolean; back?: number; distance?: number };

const NONE: readonly string[] = [];

/** Limit of anisotropic filtering; higher values cost time without a visible gain. */
const ANISOTROPY = 8;

/**
 * Keeps a three.js scene in sync with a scene document. It neither creates a canvas nor runs a loop. The owner calls
 * {@link render} whenever {@link SceneViewOptions.onInvalidate} asks, and each frame while {@link isPlaying}. The same
 * document gives the same picture on every surface.
 */
export class SceneView {
  /** Rendered nodes and their placements. */
  readonly nodes: SceneNodes;
  readonly #scene = new Scene();
  /** Parent of everything that belongs to nodes, and nothing else. */
  readonly #root = new Group();
  readonly #renderer: WebGLRenderer;
  readonly #onInvalidate: () => void;
  readonly #loader: AssetLoader;
  readonly #textures: TextureStore;
  readonly #models: ModelStore;
  readonly #shapes: ShapeStore;
  readonly #sceneEnvironment: SceneEnvironment;
  /** Post-processing. */
  readonly effects: PostProcessing;
  readonly #disposeQueue = new DisposeQueue();
  readonly #followers = new Set<(change: RenderedChange) => void>();
  #copies: Copies | null;
  #document: SceneDocument | null = null;
  #shown: SceneDocument | null = null;
  #bounds: Box3 | null = null;
  #version = 0;
  #previews = 0;
  #isStale = false;

  constructor({ renderer, assets, copies = null, onInvalidate, onProgress }: SceneViewOptions) {
    this.#renderer = renderer;
    this.#copies = copies;
    this.#onInvalidate = onInvalidate ?? (() => undefined);
    const loader = new AssetLoader(assets, onProgress);
    const textures = new TextureStore(loader, Math.min(ANISOTROPY, renderer.capabilities.getMaxAnisotropy()));
    this.#loader = loader;
    this.#textures = textures;
    this.#models = new ModelStore(loader, this.#disposeQueue);
    this.#shapes = new ShapeStore(loader);
    this.#root.matrixAutoUpdate = false;
    this.#scene.add(this.#root);
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    // Shadows are rendered after changes only, not in every frame.
    renderer.shadowMap.autoUpdate = false;
    const onChange = this.#handleChange;
    const disposeQueue = this.#disposeQueue;
    const dependencies = { loader, textures, disposeQueue, onChange };
    const shine = (sun: LightSource | null) => this.nodes.setSun(sun);
    this.#sceneEnvironment = new SceneEnvironment({ scene: this.#scene, renderer, shine, ...dependencies });
    this.effects = new PostProcessing({ loader, renderer, onChange: this.#onInvalidate });
    const areas = async () => {
      await loader.loadCode('area-lights', loadAreaLights);
      onChange();
    };
    this.nodes = new SceneNodes({
      parent: this.#root,
      models: this.#models,
      shapes: this.#shapes,
      loadMap: textures.load,
      loadAreas: areas,
      disposeQueue,
      onChange,
      onLoaded: (id) => this.#emit({ drawn: [id], moved: NONE }),
    });
    renderer.domElement.addEventListener('webglcontextrestored', this.#handleRestored);
  }

  /** Current document. */
  get document(): SceneDocument | null {
    return this.#document;
  }

  /** Current document with generated nodes. */
  get shown(): SceneDocument | null {
    return this.#shown;
  }

  /** Sets what generates copies in this and later documents, for one that may get its first copies. */
  setCopies(copies: Copies): void {
    this.#copies = copies;
    this.#shown = this.#document && copies.update(this.#document).document;
  }

  /** Counter that grows with every visible change: derived values compare it. */
  get version(): number {
    return this.#version;
  }

  /** Counter like {@link version}, which ignores overridden transforms. */
  get settledVersion(): number {
    return this.#version - this.#previews;
  }

  /**
   * Sets the document. Identical node and material objects count as unchanged.
   * @param extent - of the change, as reported by `LiveDocument`; only its named parts are compared
   */
  setDocument(next: SceneDocument, extent?: DrawnChange): void {
    const before = this.#shown;
    this.#document = next;
    const { document, change } = this.#copies?.update(next, extent) ?? { document: next, change: extent };
    this.#shown = document;
    const drawn = this.nodes.update(before, document, change);
    if (!before || change?.scene !== false) {
      this.#sceneEnvironment.show(document.environment);
      this.effects.show(document.effects);
    }
    if (mayNeedOthers(before, document, change)) {
      // Undo requests it again from the browser's cache.
      const needed = neededFiles(document);
      for (const store of [this.#loader, this.#models, this.#textures, this.#shapes]) {
        store.keep(needed);
      }
    }
    this.#emit(drawn);
  }

  /**
   * Renders the scene into the renderer's target, with clipping planes fitted to it.
   * @param options - `keepsDepth` writes the scene's depth for later draws, with effects too. `back` is the distance of
   * the camera behind the eye, in metres, which fog and depth of field subtract. `distance` is the distance to the
   * target, in metres, which the clipping planes include
   */
  render(camera: AnyCamera, { keepsDepth = false, back = 0, distance }: RenderOptions = {}): void {
    this.#settle();
    this.#clip(camera, distance);
    // Another view may have used this renderer meanwhile.
    this.#renderer.toneMappingExposure = this.#document?.environment.exposure ?? 1;
    this.#sceneEnvironment.setBack(back);
    this.effects.render(this.#scene, camera, { keepsDepth, back });
    this.#disposeQueue.sweep();
  }

  /** Renders all surfaces with one material, without effects and background. */
  renderAs(material: Material, camera: AnyCamera): void {
    this.#settle();
    this.#clip(camera);
    const { background } = this.#scene;
    Object.assign(this.#scene, { overrideMaterial: material, background: null });
    this.#renderer.render(this.#scene, camera);
    Object.assign(this.#scene, { overrideMaterial: null, background });
  }

  /** Compiles the scene's programs without blocking; resolves when a render no longer compiles. */
  async prepare(camera: AnyCamera): Promise<void> {
    this.#settle();
    await this.effects.prepare(this.#scene, camera);
  }

  /** Calls `listener` after each change of rendered nodes, until the returned function is called. */
  follow(listener: (change: RenderedChange) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /** Overrides world matrices of nodes and thus of their descendants, such as during a drag. An empty map ends it. */
  setPreviewTransforms(worlds: ReadonlyMap<string, Matrix4>): void {
    const moved = this.nodes.setPreview(worlds);
    this.#previews += 1;
    this.#emit({ drawn: NONE, moved });
  }

  /** Overrides visibility of nodes and their descendants in this view only; `NO_OVERRIDES` ends it. */
  setVisibilityOverrides(overrides: VisibilityOverrides): void {
    this.#emit({ drawn: NONE, moved: this.nodes.setVisibilityOverrides(overrides) });
  }

  /** Overrides props of a node in this view only; null ends it. */
  showAs(id: string, props: Readonly<Record<string, unknown>> | null): void {
    if (this.#shown) {
      this.nodes.showAs(id, props, this.#shown);
      this.#emit({ drawn: [id], moved: NONE });
    }
  }

  /** World bounds of nodes with their descendants, or of everything visible; empty when nothing is rendered. */
  boundsOf(ids?: Iterable<string>): Box3 {
    return ids === undefined ? this.#shownBounds().clone() : this.nodes.boundsOf(ids);
  }

  /** Sets the viewport's width by height, which a background picture covers. */
  setAspect(aspect: number): void {
    this.#sceneEnvironment.setAspect(aspect);
  }

  /** Whether the sky's sun should cast shadows but the sky has no sun. */
  get isSunless(): boolean {
    return this.#sceneEnvironment.isSunless;
  }

  /** Whether an animation is playing, so that every frame differs. */
  get isPlaying(): boolean {
    return [...this.nodes.drawn.copies].some(({ isPlaying }) => isPlaying);
  }

  /** Advances animations by seconds. */
  advance(seconds: number): void {
    for (const copy of this.nodes.drawn.copies) {
      copy.advance(seconds);
    }
    this.#renderer.shadowMap.needsUpdate ||= this.isPlaying;
  }

  /** Seeks all animations to a time since their start: the same time gives the same picture. */
  seek(seconds: number): void {
    for (const copy of this.nodes.drawn.copies) {
      copy.seek(seconds);
    }
    this.#handleChange();
  }

  /** Retries a failed asset wherever the scene uses it. */
  reload(iri: string): void {
    this.#models.renew(iri);
    this.nodes.reload(iri, this.#shown);
    this.#sceneEnvironment.reload(iri);
  }

  /** Resolves once every asset of the document has loaded or failed. @returns the failures */
  async ready(): Promise<AssetFailure[]> {
    await this.#sceneEnvironment.settled();
    await this.effects.ready();
    return await this.#loader.settled();
  }

  /** Frees all resources of the view; renderer and scene belong to their owner. */
  dispose(): void {
    this.#renderer.domElement.removeEventListener('webglcontextrestored', this.#handleRestored);
    this.effects.dispose();
    this.#sceneEnvironment.dispose();
    this.nodes.dispose();
    this.#loader.dispose();
    this.#models.dispose();
    this.#textures.dispose();
    this.#disposeQueue.sweep();
    this.#root.removeFromParent();
  }

  /** Work that depends on the whole scene runs once per frame, after any number of changes. */
  #settle(): void {
    if (!this.#isStale) {
      return;
    }
    this.#isStale = false;
    const bounds = () => this.#shownBounds();
    this.nodes.arrangeLights(bounds);
    this.#sceneEnvironment.drawContact(this.#root, this.nodes.drawn.objects, bounds);
  }

  #clip(camera: AnyCamera, distance?: number): void {
    const planes = clipPlanes(this.boundsOf(), camera.position, distance);
    if (planes.near !== camera.near || planes.far !== camera.far) {
      Object.assign(camera, planes);
      camera.updateProjectionMatrix();
    }
  }

  #shownBounds(): Box3 {
    if (!this.#bounds) {
      this.#bounds = new Box3();
      for (const box of this.nodes.drawn.shownBoxes()) {
        this.#bounds.union(box);
      }
    }
    return this.#bounds;
  }

  #emit(change: RenderedChange): void {
    for (const follower of this.#followers) {
      follower(change);
    }
    this.#handleChange();
  }

  readonly #handleChange = () => {
    this.#version += 1;
    this.#bounds = null;
    this.#isStale = true;
    this.#renderer.shadowMap.needsUpdate = true;
    this.#onInvalidate();
  };

  readonly #handleRestored = () => {
    // three.js uploads geometries and textures again; GPU-rendered textures are lost.
    this.#sceneEnvironment.restore();
    this.#handleChange();
  };
}

/** Fetches the tables of three.js for area lights: they are large, and few scenes need them. */
async function loadAreaLights(): Promise<void> {
  const { RectAreaLightUniformsLib } = await import('three/addons/lights/RectAreaLightUniformsLib.js');
  RectAreaLightUniformsLib.init();
}
