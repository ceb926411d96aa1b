import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import { assetsOf, lightOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { TieIndex } from '@diorama/shared/scene/ties.ts';
import {
  Box3,
  type BufferGeometry,
  Group,
  type Matrix4,
  type Mesh,
  type Object3D,
  PCFShadowMap,
  Scene,
  type WebGLRenderer,
} from 'three';
import type { AssetFailure, AssetSource, LoadProgress } from './asset-loader.ts';
import { AssetStores } from './asset-stores.ts';
import { PostProcessing } from './effects/post-processing.ts';
import { clipPlanes } from './framing.ts';
import { SceneGraph } from './graph.ts';
import type { DrawnPart } from './instance-pool.ts';
import { Leftovers } from './leftovers.ts';
import { LightRig } from './light-rig.ts';
import { loadAreaLights } from './load-area-lights.ts';
import { mayNeedOthers, neededAssets } from './needed-assets.ts';
import { type DrawnMesh, type FilePart, NodeDrawer } from './node-drawer.ts';
import type { AnyCamera } from './scene-camera.ts';
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

const NONE: readonly string[] = [];
const EMPTY = new Box3();

/** Nodes whose drawing has changed: drawn as something else or gone, and those that only stand elsewhere. */
export type DrawnChange = { drawn: readonly string[]; moved: readonly string[] };

/**
 * Keeps a three.js scene equal to a scene document. Plain three.js: it neither makes a canvas nor runs a loop; its
 * owner calls {@link render} whenever {@link SceneViewOptions.onInvalidate} asks, and each frame while
 * {@link isPlaying}. The same document gives the same picture on every surface.
 */
export class SceneView {
  readonly #scene = new Scene();
  /** Holds everything that comes from nodes, and nothing else. */
  readonly #root = new Group();
  readonly #renderer: WebGLRenderer;
  readonly #onInvalidate: () => void;
  readonly #graph = new SceneGraph();
  readonly #ties = new TieIndex();
  readonly #assets: AssetStores;
  readonly #drawer: NodeDrawer;
  readonly #lights: LightRig;
  readonly #surroundings: Surroundings;
  /** What is done to the picture after drawing. */
  readonly effects: PostProcessing;
  readonly #leftovers = new Leftovers();
  readonly #followers = new Set<(change: DrawnChange) => void>();
  #document: SceneDocument | null = null;
  #bounds: Box3 | null = null;
  #version = 0;
  #isStale = false;

  constructor({ renderer, assets, onInvalidate, onProgress }: SceneViewOptions) {
    this.#renderer = renderer;
    this.#onInvalidate = onInvalidate ?? (() => undefined);
    this.#assets = new AssetStores(assets, renderer.capabilities.getMaxAnisotropy(), onProgress);
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
    this.#surroundings = new Surroundings({ scene: this.#scene, renderer, ...means });
    this.effects = new PostProcessing({ renderer, onChange: this.#onInvalidate });
    const areas = async () => {
      await loader.make('area lights', loadAreaLights);
      onChange();
    };
    this.#lights = new LightRig(this.#root, areas);
    this.#drawer = new NodeDrawer({
      parent: this.#root,
      models,
      shapes,
      loadMap: textures.load,
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
    const tied = this.#ties.update(document.nodes, [...removed, ...rebuilt, ...moved]);
    const drawn = new Set([...rebuilt, ...tied, ...this.#restyle(before, document, change)]);
    for (const id of drawn) {
      this.#draw(id, document);
    }
    for (const id of moved) {
      this.#drawer.place(id);
    }
    if (!before || change?.scene !== false) {
      this.#surroundings.show(document.environment);
      this.effects.show(document.effects);
    }
    if (mayNeedOthers(before, document, change)) {
      // Undo asks for it again, and finds it in the browser's cache.
      this.#assets.keep(neededAssets(document));
    }
    this.#tell({ drawn: [...removed, ...drawn], moved });
  }

  /**
   * Draws the scene as it is now into the renderer's target, with the camera's clipping planes around it. `keepsDepth` leaves
   * its depth behind there with effects too, for what is drawn over it.
   */
  render(camera: AnyCamera, { keepsDepth = false }: { keepsDepth?: boolean } = {}): void {
    this.#settle();
    const planes = clipPlanes(this.boundsOf(), camera.position);
    if (planes.near !== camera.near || planes.far !== camera.far) {
      Object.assign(camera, planes);
      camera.updateProjectionMatrix();
    }
    this.effects.render(this.#scene, camera, { keepsDepth });
    this.#leftovers.sweep();
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
    const moved = this.#graph.setPreview(worlds);
    for (const id of moved) {
      this.#drawer.place(id);
    }
    this.#tell({ drawn: NONE, moved });
  }

  /** Hides nodes with all that hangs below them, for whoever looks here alone; an empty set ends it. */
  setHidden(ids: ReadonlySet<string>): void {
    const moved = this.#graph.setHidden(ids);
    for (const id of moved) {
      this.#drawer.place(id);
    }
    this.#tell({ drawn: NONE, moved });
  }

  /** The matrix of a node in the scene, preview included; undefined for one that is not there. Not to be changed. */
  worldMatrixOf(id: string): Matrix4 | undefined {
    return this.#graph.placementOf(id)?.world;
  }

  /** Bounds in the scene of some nodes with all below them, or of everything that is shown; empty when nothing is drawn. */
  boundsOf(ids?: Iterable<string>): Box3 {
    if (ids === undefined) {
      return this.#shownBounds().clone();
    }
    const bounds = new Box3();
    for (const id of this.#graph.subtreeOf(ids)) {
      bounds.union(this.#drawer.worldBoxOf(id) ?? EMPTY);
    }
    return bounds;
  }

  /** Whether a node itself has a surface that is drawn, hidden or not. */
  isDrawn(id: string): boolean {
    return this.#drawer.worldBoxOf(id) !== undefined;
  }

  /** The nodes with all that hangs below them, each once. */
  subtreeOf(ids: Iterable<string>): string[] {
    return this.#graph.subtreeOf(ids);
  }

  /** The objects that nodes are drawn as, for picking; {@link whatIs} tells what they are. */
  get pickable(): Object3D[] {
    return this.#drawer.objects;
  }

  /** What a hit of {@link pickable} is. */
  whatIs(object: Object3D, instanceId?: number, materialIndex?: number): DrawnPart | undefined {
    return this.#drawer.whatIs(object, instanceId, materialIndex);
  }

  /** Grows whenever one of {@link pickable}, or an instance of one, comes or goes; {@link version} when they move as well. */
  get shapeRevision(): number {
    return this.#drawer.revision;
  }

  /** The geometry that a drawn mesh shows, which outlives the batches that are drawn of it. */
  shapeOf(mesh: Mesh): BufferGeometry {
    return this.#drawer.shapeOf(mesh);
  }

  /** What a node is drawn with: geometries in its own space, or the copy of its model. For outlines. */
  meshesOf(id: string): { parts: DrawnMesh[]; copy: Object3D | null } {
    return { parts: this.#drawer.meshesOf(id), copy: this.#drawer.copyOf(id)?.root ?? null };
  }

  /** The meshes of the file that a node shows; empty for other nodes, and until it has loaded. */
  filePartsOf(id: string): FilePart[] {
    return this.#drawer.filePartsOf(id);
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

  /** Asks again for an asset that could not be loaded, wherever the scene shows it. */
  reload(iri: string): void {
    const document = this.#document;
    for (const [id, node] of Object.entries(document?.nodes ?? {})) {
      if (document && assetsOf(node).includes(iri)) {
        this.#draw(id, document);
      }
    }
    this.#drawer.reloadMap(iri);
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
    this.#lights.dispose();
    this.#drawer.dispose();
    this.#assets.dispose();
    this.#leftovers.sweep();
    this.#root.removeFromParent();
  }

  #draw(id: string, document: SceneDocument): void {
    const node = document.nodes[id];
    const placement = this.#graph.placementOf(id);
    if (!node || !placement) {
      return;
    }
    const light = lightOf(node);
    if (light) {
      this.#drawer.erase(id);
      this.#lights.set(id, light, placement);
      return;
    }
    this.#lights.remove(id);
    this.#drawer.draw(id, { node, document, placement, ties: this.#ties });
  }

  /** What depends on the whole scene is done once a frame, however many changes came before it. */
  #settle(): void {
    if (!this.#isStale) {
      return;
    }
    this.#isStale = false;
    const bounds = () => this.#shownBounds();
    this.#lights.arrange(bounds);
    this.#surroundings.drawContact(this.#root, this.#drawer.objects, bounds);
  }

  #shownBounds(): Box3 {
    if (!this.#bounds) {
      this.#bounds = new Box3();
      this.#drawer.expandByShown(this.#bounds);
    }
    return this.#bounds;
  }

  /** Shows edits of materials; gives the nodes that must be drawn anew for one. */
  #restyle(before: SceneDocument | null, { materials }: SceneDocument, change?: SceneChange): string[] {
    if (!before || before.materials === materials) {
      return [];
    }
    const changed = change?.materials ?? differingKeys(before.materials, materials);
    return [...changed].flatMap((id) => {
      const own = (all: typeof materials) => (Object.hasOwn(all, id) ? all[id] : undefined);
      return this.#drawer.restyle(id, own(before.materials), own(materials));
    });
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

function differingKeys(before: object, after: object): Set<string> {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...keys].filter((key) => Reflect.get(before, key) !== Reflect.get(after, key)));
}
