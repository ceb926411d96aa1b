import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { DependencyIndex } from '@diorama/shared/scene/node-dependencies.ts';
import { lightOf, neededFilesOf, tiesOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import type { VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import type { DrawnChange } from '@diorama/shared/scene/scene-change.ts';
import { Box3, Matrix4, Mesh, type Vector3 } from 'three';
import { type Placement, SceneGraph } from './graph.ts';
import { LightRig } from './light-rig.ts';
import { type DrawnNodes, NodeRenderer, type NodeRendererDependencies } from './node-renderer.ts';
import { placeAtSurfacePoint, type SurfacePoint } from './surface-point.ts';

/** Nodes whose rendering changed: redrawn or removed ones, and those that only moved. */
export type RenderedChange = { drawn: readonly string[]; moved: readonly string[] };

/**
 * A spot of a surface. Its mesh is identified by index or name in the file; for a node placed by another,
 * by index or name of the slot.
 */
export type FileSurfacePoint = Omit<SurfacePoint, 'mesh'> & { mesh: number | string };

/** Dependencies of node rendering. `loadAreas` fetches the tables for area lights. */
type SceneNodesDependencies = NodeRendererDependencies & { loadAreas: () => Promise<void> };

const EMPTY = new Box3();
/** Id of the sky's sun among the lights: no node has it, and it sorts before all of them. */
const SUN = ' sun';
/** Stand-in for a mesh that is only rendered as instances. */
const stand = new Mesh();
const EVERYWHERE: Placement = { world: new Matrix4(), visible: true };

/** Surfaces and lights of a document's nodes, with their placements. */
export class SceneNodes {
  readonly #graph = new SceneGraph();
  readonly #ties = new DependencyIndex();
  readonly #drawer: NodeRenderer;
  readonly #lights: LightRig;
  /** Overridden props by node. */
  readonly #shownAs = new Map<string, Readonly<Record<string, unknown>>>();

  constructor({ loadAreas, ...dependencies }: SceneNodesDependencies) {
    this.#lights = new LightRig(dependencies.parent, loadAreas);
    this.#drawer = new NodeRenderer(dependencies);
  }

  /** Switches to another document; with `change`, only its named parts are compared. */
  update(before: SceneDocument | null, document: SceneDocument, change?: DrawnChange): RenderedChange {
    const { removed, rebuilt, moved } = this.#graph.update(document.nodes, change?.nodes);
    for (const id of removed) {
      this.#drawer.erase(id);
      this.#lights.remove(id);
      this.#shownAs.delete(id);
    }
    // Without descendants: only a node's placement below its parent affects its dependants.
    const placed = moved.filter((id) => before?.nodes[id] !== document.nodes[id]);
    const tied = this.#ties.update(document.nodes, [...removed, ...rebuilt, ...placed]);
    const retied = placed.filter((id) => hasTies(id, document));
    const rescaled = placed.filter((id) => isRescaled(before?.nodes[id], document.nodes[id]));
    const drawn = new Set([
      ...rebuilt,
      ...retied,
      ...rescaled,
      ...tied,
      ...this.#restyle(before, document, change),
    ]);
    for (const id of drawn) {
      this.#draw(id, document);
    }
    this.#place(moved);
    return { drawn: [...removed, ...drawn], moved };
  }

  /** Overrides world matrices of nodes; returns the moved ones. */
  setPreview(worlds: ReadonlyMap<string, Matrix4>): string[] {
    return this.#place(this.#graph.setPreview(worlds));
  }

  /** Overrides visibility of nodes and their descendants; returns the changed ones. */
  setVisibilityOverrides(overrides: VisibilityOverrides): string[] {
    return this.#place(this.#graph.setVisibilityOverrides(overrides));
  }

  /** Overrides props of a node; null ends it. */
  showAs(id: string, props: Readonly<Record<string, unknown>> | null, document: SceneDocument): void {
    if (props) {
      this.#shownAs.set(id, props);
    } else {
      this.#shownAs.delete(id);
    }
    this.#draw(id, document);
  }

  /** Drawn objects of the nodes. */
  get drawn(): DrawnNodes {
    return this.#drawer;
  }

  /** World matrix of a node, including overrides; undefined for a missing one. Read-only. */
  worldMatrixOf(id: string): Matrix4 | undefined {
    return this.#graph.placementOf(id)?.world;
  }

  /** World bounds of nodes with their descendants; empty when nothing of them is rendered. */
  boundsOf(ids: Iterable<string>): Box3 {
    const bounds = new Box3();
    for (const id of this.#graph.subtreeOf(ids)) {
      bounds.union(this.#drawer.worldBoxOf(id) ?? EMPTY);
    }
    return bounds;
  }

  /** Bounding box of a node's surface, in its own space; empty when it has none. */
  ownBoxOf(id: string): Box3 {
    return (this.#drawer.ownBoxOf(id) ?? EMPTY).clone();
  }

  /** Whether a node itself has a rendered surface, hidden or not. */
  isDrawn(id: string): boolean {
    return this.#drawer.worldBoxOf(id) !== undefined;
  }

  /** The nodes with all their descendants, each once. */
  subtreeOf(ids: Iterable<string>): string[] {
    return this.#graph.subtreeOf(ids);
  }

  /**
   * Sets `into` to the current position of a spot, if its mesh is skinned, animated or placed by another node;
   * otherwise leaves it unchanged.
   * @param spot - its `mesh` also by its name
   * @returns whether it may move in the next frame.
   */
  placeAtSurfacePoint(id: string, spot: FileSurfacePoint, into: Vector3): boolean {
    const copy = this.#drawer.copyOf(id);
    const mesh = copy ? meshIn(copy.meshes, 'name', spot.mesh) : this.#standIn(id, spot.mesh);
    return mesh !== undefined && placeAtSurfacePoint(mesh, spot, into) && copy?.isPlaying === true;
  }

  /** Sets the sun of the sky, or removes it. */
  setSun(sun: LightSource | null): void {
    if (sun) {
      this.#lights.set(SUN, sun, EVERYWHERE);
    } else {
      this.#lights.remove(SUN);
    }
  }

  /** Fits shadows and light limits to the whole scene. */
  arrangeLights(bounds: () => Box3): void {
    this.#lights.arrange(bounds);
  }

  /** Retries a failed file in all nodes that use it. */
  reload(iri: string, document: SceneDocument | null): void {
    for (const [id, node] of Object.entries(document?.nodes ?? {})) {
      if (document && neededFilesOf(node).includes(iri)) {
        this.#draw(id, document);
      }
    }
    this.#drawer.reloadMap(iri);
  }

  dispose(): void {
    this.#lights.dispose();
    this.#drawer.dispose();
  }

  /** Mesh for a node that is only rendered as instances; none for files, whose meshes may have changed. */
  #standIn(id: string, which: number | string): Mesh | undefined {
    const drawn =
      this.drawn.filePartsOf(id).length > 0 ? undefined : meshIn(this.drawn.meshesOf(id), 'slot', which);
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
    // The caller of `showAs` passes props of the node's kind.
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

  /** Applies edits of materials; returns the nodes that must be drawn again. */
  #restyle(before: SceneDocument | null, { materials }: SceneDocument, change?: DrawnChange): string[] {
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

function meshIn<Key extends string, RenderedBody extends Readonly<Record<Key, string | null>>>(
  all: readonly RenderedBody[],
  key: Key,
  which: number | string,
): RenderedBody | undefined {
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

/** Whether a node's own scale changed, on which textures with a real size depend. */
function isRescaled(before: SceneNode | undefined, after: SceneNode | undefined): boolean {
  return (
    before?.scale.some((factor, axis) => Math.abs(factor) !== Math.abs(after?.scale[axis] ?? factor)) ?? false
  );
}
