import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import type { StopSight } from '@diorama/shared/scene/stop-sight.ts';
import { Box3, Group, type Material, type Matrix4, PCFShadowMap, Scene, type WebGLRenderer } from 'three';
import type { AssetFailure, AssetSource, LoadProgress } from './asset-loader.ts';
import { AssetStores } from './asset-stores.ts';
import { PostProcessing } from './effects/post-processing.ts';
import { clipPlanes } from './framing.ts';
import { Leftovers } from './leftovers.ts';
import { loadAreaLights } from './load-area-lights.ts';
import { mayNeedOthers, neededAssets } from './needed-assets.ts';
import type { AnyCamera } from './scene-camera.ts';
import { type DrawnChange, SceneNodes } from './scene-nodes.ts';
import { Surroundings } from './surroundings.ts';

/** What a view is made with. */
export type SceneViewOptions = {
  /** Draws the scene; the view sets its tone mapping, exposure and shadows, and never disposes of it. */
  renderer: WebGLRenderer;
  /** Where assets are found. */
  assets: AssetSource;
  /** Called when the picture has changed by itself, such as when a model has loaded: draw again. */
  onInvalidate?: () => void;
  /** Called while assets load. */
  onProgress?: (progress: LoadProgress) => void;
};

/** How a picture is drawn. */
type RenderOptions = { keepsDepth?: boolean; back?: number; distance?: number };

const NONE: readonly string[] = [];

/**
 * Keeps a three.js scene equal to a scene document. Plain three.js: it neither makes a canvas nor runs a loop; its
 * owner calls {@link render} whenever {@link SceneViewOptions.onInvalidate} asks, and each frame while
 * {@link isPlaying}. The same document gives the same picture on every surface.
 */
export class SceneView {
  /** What is drawn of the nodes, and where. */
  readonly nodes: SceneNodes;
  readonly #scene = new Scene();
  /** Holds everything that comes from nodes, and nothing else. */
  readonly #root = new Group();
  readonly #renderer: WebGLRenderer;
  readonly #onInvalidate: () => void;
  readonly #assets: AssetStores;
  readonly #surroundings: Surroundings;
  /** What is done to the picture after drawing. */
  readonly effects: PostProcessing;
  readonly #leftovers = new Leftovers();
  readonly #followers = new Set<(change: DrawnChange) => void>();
  #document: SceneDocument | null = null;
  #bounds: Box3 | null = null;
  #version = 0;
  #previews = 0;
  #isStale = false;

  constructor({ renderer, assets, onInvalidate, onProgress }: SceneViewOptions) {
    this.#renderer = renderer;
    this.#onInvalidate = onInvalidate ?? (() => undefined);
    this.#assets = new AssetStores({
      source: assets,
      maxAnisotropy: renderer.capabilities.getMaxAnisotropy(),
      leftovers: this.#leftovers,
      onProgress,
    });
    this.#root.matrixAutoUpdate = false;
    this.#scene.add(this.#root);
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    // Shadows are drawn again when something has changed, not at every frame.
    renderer.shadowMap.autoUpdate = false;
    const onChange = this.#handleChange;
    const leftovers = this.#leftovers;
    const { loader, textures, models, shapes } = this.#assets;
    const means = { loader, textures, leftovers, onChange };
    const shine = (sun: LightSource | null) => this.nodes.setSun(sun);
    this.#surroundings = new Surroundings({ scene: this.#scene, renderer, shine, ...means });
    this.effects = new PostProcessing({ renderer, onChange: this.#onInvalidate });
    const areas = async () => {
      await loader.make('area lights', loadAreaLights);
      onChange();
    };
    this.nodes = new SceneNodes({
      parent: this.#root,
      models,
      shapes,
      loadMap: textures.load,
      loadAreas: areas,
      leftovers,
      onChange,
      onLoaded: (id) => this.#tell({ drawn: [id], moved: NONE }),
    });
    renderer.domElement.addEventListener('webglcontextrestored', this.#handleRestored);
  }

  /** The document that is shown. */
  get document(): SceneDocument | null {
    return this.#document;
  }

  /** Grows with everything that changes the picture: whoever derives something from the view compares it. */
  get version(): number {
    return this.#version;
  }

  /** Grows as {@link version} does, but not when something is only shown elsewhere than the document says. */
  get settledVersion(): number {
    return this.#version - this.#previews;
  }

  /**
   * Shows a document. Nodes and materials that are the same objects as before are taken to be unchanged; with `change`
   * (as `LiveDocument` tells it) only those it names are looked at.
   */
  setDocument(document: SceneDocument, change?: SceneChange): void {
    const before = this.#document;
    this.#document = document;
    const drawn = this.nodes.update(before, document, change);
    if (!before || change?.scene !== false) {
      this.#surroundings.show(document.environment);
      this.effects.show(document.effects);
    }
    if (mayNeedOthers(before, document, change)) {
      // Undo asks for it again, and finds it in the browser's cache.
      this.#assets.keep(neededAssets(document));
    }
    this.#tell(drawn);
  }

  /**
   * Draws the scene as it is now into the renderer's target, with the camera's clipping planes around it. `keepsDepth` leaves
   * its depth behind there with effects too, for what is drawn over it. What is told by how far it is from the eye (fog,
   * what is sharp) is so with a camera too that stands `back` metres behind that. `distance` is how far what is looked at is,
   * in metres: it is seen in the largest scene too.
   */
  render(camera: AnyCamera, { keepsDepth = false, back = 0, distance }: RenderOptions = {}): void {
    this.#settle();
    this.#clip(camera, distance);
    // Another view may have drawn with this renderer since.
    this.#renderer.toneMappingExposure = this.#document?.environment.exposure ?? 1;
    this.#surroundings.setBack(back);
    this.effects.render(this.#scene, camera, { keepsDepth, back });
    this.#leftovers.sweep();
  }

  /** Draws everything that has a surface as one material shows it, without effects and with nothing behind it. */
  renderAs(material: Material, camera: AnyCamera): void {
    this.#settle();
    this.#clip(camera);
    const { background } = this.#scene;
    Object.assign(this.#scene, { overrideMaterial: material, background: null });
    this.#renderer.render(this.#scene, camera);
    Object.assign(this.#scene, { overrideMaterial: null, background });
  }

  /** Compiles what the scene is drawn with while the page goes on; resolves when a picture costs no more than drawing. */
  async prepare(camera: AnyCamera): Promise<void> {
    this.#settle();
    await this.effects.prepare(this.#scene, camera);
  }

  /** Calls `listener` after each change of how or where nodes are drawn, until the returned function is called. */
  follow(listener: (change: DrawnChange) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /**
   * Shows nodes at other world matrices than the document says, with all that hangs below them, such as during a drag.
   * An empty map ends it.
   */
  setPreviewTransforms(worlds: ReadonlyMap<string, Matrix4>): void {
    const moved = this.nodes.setPreview(worlds);
    this.#previews += 1;
    this.#tell({ drawn: NONE, moved });
  }

  /** Hides nodes with all that hangs below them, and shows others, for whoever looks here alone; `PLAIN_SIGHT` ends it. */
  setSight(sight: StopSight): void {
    this.#tell({ drawn: NONE, moved: this.nodes.setSight(sight) });
  }

  /** Shows a node with some other props than the document says, for whoever looks here alone; null ends it. */
  showAs(id: string, props: Readonly<Record<string, unknown>> | null): void {
    if (this.#document) {
      this.nodes.showAs(id, props, this.#document);
      this.#tell({ drawn: [id], moved: NONE });
    }
  }

  /** Bounds in the scene of some nodes with all below them, or of everything that is shown; empty when nothing is drawn. */
  boundsOf(ids?: Iterable<string>): Box3 {
    return ids === undefined ? this.#shownBounds().clone() : this.nodes.boundsOf(ids);
  }

  /** Tells the shape of the viewport (width by height), which a picture behind the scene covers. */
  setAspect(aspect: number): void {
    this.#surroundings.setAspect(aspect);
  }

  /** Whether the sun of the sky is to cast shadows, and the sky that is shown has none. */
  get isSunless(): boolean {
    return this.#surroundings.isSunless;
  }

  /** Whether something moves by itself, so that every frame is another one. */
  get isPlaying(): boolean {
    return [...this.nodes.copies].some(({ isPlaying }) => isPlaying);
  }

  /** Lets animations go on by so many seconds. */
  advance(seconds: number): void {
    for (const copy of this.nodes.copies) {
      copy.advance(seconds);
    }
    this.#renderer.shadowMap.needsUpdate ||= this.isPlaying;
  }

  /** Puts all animations at a time since their start: the same time gives the same picture. */
  seek(seconds: number): void {
    for (const copy of this.nodes.copies) {
      copy.seek(seconds);
    }
    this.#handleChange();
  }

  /** Asks again for an asset that could not be loaded, wherever the scene shows it. */
  reload(iri: string): void {
    this.#assets.models.renew(iri);
    this.nodes.reload(iri, this.#document);
    this.#surroundings.reload(iri);
  }

  /** Resolves once every asset the document needs is shown or has failed; gives those that failed. */
  async ready(): Promise<AssetFailure[]> {
    await this.#surroundings.settled();
    await this.effects.ready();
    return await this.#assets.settled();
  }

  /** Frees everything the view made; renderer and scene stay their owner's. */
  dispose(): void {
    this.#renderer.domElement.removeEventListener('webglcontextrestored', this.#handleRestored);
    this.effects.dispose();
    this.#surroundings.dispose();
    this.nodes.dispose();
    this.#assets.dispose();
    this.#leftovers.sweep();
    this.#root.removeFromParent();
  }

  /** What depends on the whole scene is done once a frame, however many changes came before it. */
  #settle(): void {
    if (!this.#isStale) {
      return;
    }
    this.#isStale = false;
    const bounds = () => this.#shownBounds();
    this.nodes.arrangeLights(bounds);
    this.#surroundings.drawContact(this.#root, this.nodes.pickable, bounds);
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
      this.nodes.expandByShown(this.#bounds);
    }
    return this.#bounds;
  }

  #tell(change: DrawnChange): void {
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
    // three sends geometries and textures again by itself; what was drawn on the GPU is lost.
    this.#surroundings.restore();
    this.#handleChange();
  };
}
