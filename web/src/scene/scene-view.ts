import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import {
  Box3,
  type BufferGeometry,
  Group,
  type Matrix4,
  type Object3D,
  PCFShadowMap,
  Scene,
  type WebGLRenderer,
} from 'three';
import { type AssetFailure, AssetLoader, type AssetSource, type LoadProgress } from './asset-loader.ts';
import { SceneGraph } from './graph.ts';
import { isLight, LightRig } from './light-rig.ts';
import { usersOfChanged } from './material-users.ts';
import { ModelStore } from './model-store.ts';
import { neededAssets } from './needed-assets.ts';
import { NodeDrawer } from './node-drawer.ts';
import { Surroundings } from './surroundings.ts';
import { TextureStore } from './texture-store.ts';

/** What a view is made with. */
export type SceneViewOptions = {
  /** Draws the scene; the view sets its tone mapping, exposure and shadows, and never disposes of it. */
  renderer: WebGLRenderer;
  /** The scene to fill, a new one if left out; the view owns its background, environment and fog. */
  scene?: Scene;
  /** Where assets are found. */
  assets: AssetSource;
  /** Called when the picture has changed by itself, such as when a model has loaded: draw again. */
  onInvalidate?: () => void;
  /** Called while assets load. */
  onProgress?: (progress: LoadProgress) => void;
};

/** How much a view draws. `drawCalls` counts batches and copies, not shadows. */
export type SceneViewStats = { drawCalls: number; instances: number };

const ANISOTROPY = 8;
const scratchBox = new Box3();

/**
 * Keeps a three.js scene equal to a scene document. Plain three.js: it neither makes a canvas nor runs a loop; its
 * owner renders `view.scene` whenever {@link SceneViewOptions.onInvalidate} asks, and each frame while
 * {@link isPlaying}. The same document gives the same picture on every surface.
 */
export class SceneView {
  readonly scene: Scene;
  /** Holds everything that comes from nodes, and nothing else. */
  readonly root = new Group();
  readonly #renderer: WebGLRenderer;
  readonly #onInvalidate: () => void;
  readonly #graph = new SceneGraph();
  readonly #loader: AssetLoader;
  readonly #textures: TextureStore;
  readonly #models: ModelStore;
  readonly #drawer: NodeDrawer;
  readonly #lights: LightRig;
  readonly #surroundings: Surroundings;
  #document: SceneDocument | null = null;
  #bounds: Box3 | null = null;
  #version = 0;
  #isStale = false;

  constructor({ renderer, scene = new Scene(), assets, onInvalidate, onProgress }: SceneViewOptions) {
    this.scene = scene;
    this.#renderer = renderer;
    this.#onInvalidate = onInvalidate ?? (() => undefined);
    this.#loader = new AssetLoader(assets, onProgress);
    this.#textures = new TextureStore(
      this.#loader,
      Math.min(ANISOTROPY, renderer.capabilities.getMaxAnisotropy()),
    );
    this.#models = new ModelStore(this.#loader);
    this.root.matrixAutoUpdate = false;
    scene.add(this.root);
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    // Shadows are drawn again when something has changed, not at every frame.
    renderer.shadowMap.autoUpdate = false;
    const means = { loader: this.#loader, textures: this.#textures, onChange: this.#handleChange };
    this.#surroundings = new Surroundings({ scene, renderer, ...means });
    this.#lights = new LightRig(this.root);
    this.#drawer = new NodeDrawer({
      parent: this.root,
      models: this.#models,
      loadMap: this.#textures.load,
      onChange: this.#handleChange,
    });
    scene.onBeforeRender = () => this.#settle();
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

  /**
   * Shows a document. Nodes and materials that are the same objects as before are taken to be unchanged; with `change`
   * (as `LiveDocument` tells it) only those it names are looked at.
   */
  setDocument(document: SceneDocument, change?: SceneChange): void {
    const before = this.#document;
    this.#document = document;
    const { removed, rebuilt, moved } = this.#graph.update(document.nodes, change?.nodes);
    for (const id of removed) {
      this.#drawer.erase(id);
      this.#lights.remove(id);
    }
    for (const id of new Set([...rebuilt, ...usersOfChanged(before, document, change)])) {
      this.#draw(id, document);
    }
    for (const id of moved) {
      this.#drawer.place(id);
    }
    if (!before || change?.scene !== false) {
      this.#surroundings.show(document.environment);
    }
    if (removed.length + rebuilt.length > 0 || change?.scene !== false || change.materials.size > 0) {
      this.#forgetOthers(document);
    }
    this.#handleChange();
  }

  /**
   * Shows nodes at other world matrices than the document says, with all that hangs below them, such as during a drag.
   * An empty map ends it.
   */
  setPreviewTransforms(worlds: ReadonlyMap<string, Matrix4>): void {
    for (const id of this.#graph.setPreview(worlds)) {
      this.#drawer.place(id);
    }
    this.#handleChange();
  }

  /** The matrix of a node in the scene, preview included; undefined for one that is not there. Not to be changed. */
  worldMatrixOf(id: string): Matrix4 | undefined {
    return this.#graph.placementOf(id)?.world;
  }

  /** Bounds in the scene of some nodes with all below them, or of everything; empty when nothing is drawn. */
  boundsOf(ids?: Iterable<string>): Box3 {
    if (ids === undefined) {
      this.#bounds ??= this.#measure(Object.keys(this.#document?.nodes ?? {}), true);
      return this.#bounds.clone();
    }
    return this.#measure(this.#graph.subtreeOf(ids), false);
  }

  /** The nodes with all that hangs below them, each once. */
  subtreeOf(ids: Iterable<string>): string[] {
    return this.#graph.subtreeOf(ids);
  }

  /** The objects that nodes are drawn as, for picking; {@link ownerOf} tells whose they are. */
  get pickable(): Object3D[] {
    return this.#drawer.objects;
  }

  /** The node that a hit of {@link pickable} belongs to. */
  ownerOf(object: Object3D, instanceId?: number): string | undefined {
    return this.#drawer.ownerOf(object, instanceId);
  }

  /** What a node is drawn with: geometries in its own space, or the copy of its model. For outlines. */
  meshesOf(id: string): { parts: { geometry: BufferGeometry; local: Matrix4 }[]; copy: Object3D | null } {
    return { parts: this.#drawer.meshesOf(id), copy: this.#drawer.copyOf(id)?.root ?? null };
  }

  /** Tells the shape of the viewport (width by height), which a picture behind the scene covers. */
  setAspect(aspect: number): void {
    this.#surroundings.setAspect(aspect);
  }

  /** Whether something moves by itself, so that every frame is another one. */
  get isPlaying(): boolean {
    return [...this.#drawer.copies].some(({ isPlaying }) => isPlaying);
  }

  /** Lets animations go on by so many seconds. */
  advance(seconds: number): void {
    for (const copy of this.#drawer.copies) {
      copy.advance(seconds);
    }
    this.#renderer.shadowMap.needsUpdate ||= this.isPlaying;
  }

  /** Puts all animations at a time since their start: the same time gives the same picture. */
  seek(seconds: number): void {
    for (const copy of this.#drawer.copies) {
      copy.seek(seconds);
    }
    this.#handleChange();
  }

  /** Resolves once every asset the document needs is shown or has failed; gives those that failed. */
  async ready(): Promise<AssetFailure[]> {
    return await this.#loader.settled();
  }

  /** How much is drawn. */
  stats(): SceneViewStats {
    const objects = this.#drawer.objects;
    const instances = objects.reduce(
      (sum, object) => sum + ('count' in object ? Number(object.count) : 1),
      0,
    );
    return { drawCalls: objects.length, instances };
  }

  /** Frees everything the view made; renderer and scene stay their owner's. */
  dispose(): void {
    this.#renderer.domElement.removeEventListener('webglcontextrestored', this.#handleRestored);
    this.#loader.dispose();
    this.#surroundings.dispose();
    this.#lights.dispose();
    this.#drawer.dispose();
    this.#models.dispose();
    this.#textures.dispose();
    this.root.removeFromParent();
    this.scene.onBeforeRender = () => undefined;
  }

  #draw(id: string, document: SceneDocument): void {
    const node = document.nodes[id];
    const placement = this.#graph.placementOf(id);
    if (!node || !placement) {
      return;
    }
    if (isLight(node)) {
      this.#drawer.erase(id);
      this.#lights.set(id, node, placement);
      return;
    }
    this.#lights.remove(id);
    this.#drawer.draw(id, node, document, placement);
  }

  /** What depends on the whole scene is done once a frame, however many changes came before it. */
  #settle(): void {
    if (!this.#isStale) {
      return;
    }
    this.#isStale = false;
    const bounds = () => this.boundsOf();
    this.#lights.arrange(bounds);
    this.#surroundings.drawContact(this.root, this.#drawer.objects, bounds);
  }

  /** Lets go of what the document does not need any more. Undo asks for it again, and finds it in the browser's cache. */
  #forgetOthers(document: SceneDocument): void {
    const needed = neededAssets(document);
    for (const store of [this.#loader, this.#models, this.#textures]) {
      store.keep(needed);
    }
  }

  #measure(ids: readonly string[], onlyVisible: boolean): Box3 {
    const bounds = new Box3();
    for (const id of ids) {
      const box = this.#drawer.boxOf(id);
      const placement = this.#graph.placementOf(id);
      if (box && !box.isEmpty() && placement && (placement.visible || !onlyVisible)) {
        bounds.union(scratchBox.copy(box).applyMatrix4(placement.world));
      }
    }
    return bounds;
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
