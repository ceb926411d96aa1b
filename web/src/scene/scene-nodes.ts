import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import { assetsOf, lightOf, tiesOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import type { StopSight } from '@diorama/shared/scene/stop-sight.ts';
import { TieIndex } from '@diorama/shared/scene/ties.ts';
import { Box3, type BufferGeometry, Matrix4, Mesh, type Object3D, type Vector3 } from 'three';
import type { DrawnMesh, FilePart } from './drawn.ts';
import { type Placement, SceneGraph } from './graph.ts';
import type { DrawnPart } from './instance-pool.ts';
import { LightRig } from './light-rig.ts';
import type { ModelCopy } from './model-copy.ts';
import { type DrawerMeans, NodeDrawer } from './node-drawer.ts';
import { placeOnSpot, type SurfaceSpot } from './surface-spot.ts';

/** Nodes whose drawing has changed: drawn as something else or gone, and those that only stand elsewhere. */
export type DrawnChange = { drawn: readonly string[]; moved: readonly string[] };

/**
 * A spot of a surface, whose mesh is told by its place among those of its file or by its name there; of what another node
 * places, by its place among the slots or by the name of its slot.
 */
export type FileSpot = Omit<SurfaceSpot, 'mesh'> & { mesh: number | string };

/** What nodes are drawn with. `loadAreas` fetches what lights with a surface need. */
export type SceneNodesMeans = DrawerMeans & { loadAreas: () => Promise<void> };

const EMPTY = new Box3();
/** The sun of the sky among the lights: no node has such an id, and it comes before all of them. */
const SUN = ' sun';
/** What stands for a mesh that is drawn as instances only. */
const stand = new Mesh();
const EVERYWHERE: Placement = { world: new Matrix4(), visible: true };

/** The nodes of a document as surfaces and lights, where they stand, and what is drawn of each. */
export class SceneNodes {
  readonly #graph = new SceneGraph();
  readonly #ties = new TieIndex();
  readonly #drawer: NodeDrawer;
  readonly #lights: LightRig;
  /** What is shown of some nodes in place of their own props. */
  readonly #shownAs = new Map<string, Readonly<Record<string, unknown>>>();

  constructor({ loadAreas, ...means }: SceneNodesMeans) {
    this.#lights = new LightRig(means.parent, loadAreas);
    this.#drawer = new NodeDrawer(means);
  }

  /** Moves on to another document; with `change` only what it names is looked at. */
  update(before: SceneDocument | null, document: SceneDocument, change?: SceneChange): DrawnChange {
    const { removed, rebuilt, moved } = this.#graph.update(document.nodes, change?.nodes);
    for (const id of removed) {
      this.#drawer.erase(id);
      this.#lights.remove(id);
      this.#shownAs.delete(id);
    }
    // Not what only hangs below: where a node is below its parent is what ties it to others.
    const placed = moved.filter((id) => before?.nodes[id] !== document.nodes[id]);
    const tied = this.#ties.update(document.nodes, [...removed, ...rebuilt, ...placed]);
    const retied = placed.filter((id) => hasTies(id, document));
    const drawn = new Set([...rebuilt, ...retied, ...tied, ...this.#restyle(before, document, change)]);
    for (const id of drawn) {
      this.#draw(id, document);
    }
    this.#place(moved);
    return { drawn: [...removed, ...drawn], moved };
  }

  /** Shows nodes at other world matrices than the document says; returns those that moved. */
  setPreview(worlds: ReadonlyMap<string, Matrix4>): string[] {
    return this.#place(this.#graph.setPreview(worlds));
  }

  /** Hides nodes with all that hangs below them, and shows others; returns those concerned. */
  setSight(sight: StopSight): string[] {
    return this.#place(this.#graph.setSight(sight));
  }

  /** Shows a node with some other props than the document says; null ends it. */
  showAs(id: string, props: Readonly<Record<string, unknown>> | null, document: SceneDocument): void {
    if (props) {
      this.#shownAs.set(id, props);
    } else {
      this.#shownAs.delete(id);
    }
    this.#draw(id, document);
  }

  /** The matrix of a node in the scene, preview included; undefined for one that is not there. Not to be changed. */
  worldMatrixOf(id: string): Matrix4 | undefined {
    return this.#graph.placementOf(id)?.world;
  }

  /** Bounds in the scene of some nodes with all below them; empty when nothing of them is drawn. */
  boundsOf(ids: Iterable<string>): Box3 {
    const bounds = new Box3();
    for (const id of this.#graph.subtreeOf(ids)) {
      bounds.union(this.#drawer.worldBoxOf(id) ?? EMPTY);
    }
    return bounds;
  }

  /** Makes a box hold everything that is shown. */
  expandByShown(box: Box3): void {
    this.#drawer.expandByShown(box);
  }

  /** The box of a node's own surface, in its own space; empty when it has none. */
  ownBoxOf(id: string): Box3 {
    return (this.#drawer.ownBoxOf(id) ?? EMPTY).clone();
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

  /** Grows whenever one of {@link pickable}, or an instance of one, comes or goes. */
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

  /** The copy of a model that a node is drawn as, null for what neither bends nor moves by itself. */
  copyOf(id: string): ModelCopy | null {
    return this.#drawer.copyOf(id);
  }

  /**
   * Puts `into` where a spot of a node's surface is now, if that bends, moves by itself or is placed by another node, and
   * leaves it otherwise.
   * @param spot - its `mesh` also by its name
   * @returns whether it may be elsewhere in the next frame.
   */
  placeOnSpot(id: string, spot: FileSpot, into: Vector3): boolean {
    const copy = this.#drawer.copyOf(id);
    const mesh = copy ? meshIn(copy.meshes, 'name', spot.mesh) : this.#standIn(id, spot.mesh);
    return mesh !== undefined && placeOnSpot(mesh, spot, into) && copy?.isPlaying === true;
  }

  /** What the file that a node shows says beside its scene, or what made its shape beside its faces. */
  extrasOf(id: string): Readonly<Record<string, unknown>> | null {
    return this.#drawer.extrasOf(id);
  }

  /** The models that are drawn as copies, which may play animations. */
  get copies(): ReadonlySet<ModelCopy> {
    return this.#drawer.copies;
  }

  /** Lets the sun of the sky shine beside the lights of nodes, or none. */
  setSun(sun: LightSource | null): void {
    if (sun) {
      this.#lights.set(SUN, sun, EVERYWHERE);
    } else {
      this.#lights.remove(SUN);
    }
  }

  /** Lets shadows and limits of lights follow the whole scene. */
  arrangeLights(bounds: () => Box3): void {
    this.#lights.arrange(bounds);
  }

  /** Asks again for an asset that could not be loaded, wherever a node shows it. */
  reload(iri: string, document: SceneDocument | null): void {
    for (const [id, node] of Object.entries(document?.nodes ?? {})) {
      if (document && assetsOf(node).includes(iri)) {
        this.#draw(id, document);
      }
    }
    this.#drawer.reloadMap(iri);
  }

  /** Frees everything that was made here. */
  dispose(): void {
    this.#lights.dispose();
    this.#drawer.dispose();
  }

  /** A mesh for one that is drawn as instances only; none for those of files, which may be other ones than were meant. */
  #standIn(id: string, which: number | string): Mesh | undefined {
    const drawn =
      this.filePartsOf(id).length > 0 ? undefined : meshIn(this.meshesOf(id).parts, 'slot', which);
    const world = this.worldMatrixOf(id);
    if (!drawn || !world) {
      return undefined;
    }
    stand.geometry = drawn.geometry;
    stand.matrixWorld.multiplyMatrices(world, drawn.local);
    return stand;
  }

  #place(moved: string[]): string[] {
    for (const id of moved) {
      this.#drawer.place(id);
    }
    return moved;
  }

  #draw(id: string, document: SceneDocument): void {
    const own = document.nodes[id];
    const shown = this.#shownAs.get(id);
    // Whoever says how it is shown knows its kind.
    const node = own && shown ? ({ ...own, props: { ...own.props, ...shown } } as SceneNode) : own;
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
}

function meshIn<Key extends string, Drawn extends Readonly<Record<Key, string | null>>>(
  all: readonly Drawn[],
  key: Key,
  which: number | string,
): Drawn | undefined {
  return typeof which === 'number' ? all[which] : all.find((one) => one[key] === which);
}

function hasTies(id: string, { nodes }: SceneDocument): boolean {
  const node = nodes[id];
  return node !== undefined && tiesOf(id, node).length > 0;
}

function differingKeys(before: object, after: object): Set<string> {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...keys].filter((key) => Reflect.get(before, key) !== Reflect.get(after, key)));
}
