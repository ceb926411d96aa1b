import type { Material, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { fileOf, materialIdsOf, shapeOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { NodeDependencies } from '@diorama/shared/scene/nodes/traits.ts';
import { SetsByKey } from '@diorama/shared/scene/sets-by-key.ts';
import { Box3, type BufferGeometry, Matrix4, type Mesh, type Object3D } from 'three';
import type { DisposeQueue } from './dispose-queue.ts';
import type { Placement } from './graph.ts';
import { InstancePool, type RenderedPart } from './instance-pool.ts';
import type { LoadMap } from './live-material.ts';
import type { ModelCopy } from './model-copy.ts';
import { slotIn } from './model-slots.ts';
import type { ModelStore } from './model-store.ts';
import { emptyBody, fileBody, type NodeBody, type NodePart, shapeBody } from './node-parts.ts';
import {
  type FilePart,
  filePartsOf,
  meshesOf,
  type RenderedBody,
  type RenderedMesh,
  restyle,
} from './rendered-body.ts';
import type { LoadedShape, ShapeStore } from './shape-store.ts';
import { Surfaces } from './surfaces.ts';

/** Dependencies of a drawer. */
export type NodeRendererDependencies = {
  parent: Object3D;
  models: ModelStore;
  shapes: ShapeStore;
  loadMap: LoadMap;
  disposeQueue: DisposeQueue;
  /** Called when a material's map has loaded: render again. */
  onChange: () => void;
  /** Called when a node's resources have loaded, so that it renders differently. */
  onLoaded: (id: string) => void;
};

/** A node to render, its placement, and the nodes that it depends on. */
type RenderedNode = {
  node: SceneNode;
  document: SceneDocument;
  placement: Placement;
  ties?: NodeDependencies;
};

/** The drawn nodes, to read. */
export type DrawnNodes = Omit<NodeRenderer, 'draw' | 'erase' | 'place' | 'restyle' | 'reloadMap' | 'dispose'>;

const world = new Matrix4();
const UNTIED: NodeDependencies = { tiedTo: () => [] };

/** Renders the surfaces of nodes: shapes and static models as instances, skinned or animated models as copies. */
export class NodeRenderer {
  readonly #dependencies: NodeRendererDependencies;
  readonly #pool: InstancePool;
  readonly #drawn = new Map<string, RenderedBody>();
  readonly #copies = new Set<ModelCopy>();
  readonly #surfaces: Surfaces;
  /** Nodes by material. */
  readonly #users = new SetsByKey();

  constructor(dependencies: NodeRendererDependencies) {
    this.#dependencies = dependencies;
    this.#pool = new InstancePool(dependencies.parent);
    this.#surfaces = new Surfaces(dependencies);
  }

  /** Objects to pick from: batches of instances and copies of models. {@link whatIs} maps them to nodes. */
  get objects(): Object3D[] {
    return [...this.#pool.meshes, ...[...this.#copies].map(({ root }) => root)];
  }

  /** Counter that grows when an object or an instance is added or removed. */
  get revision(): number {
    return this.#pool.revision;
  }

  /** Models rendered as copies, which may play animations. */
  get copies(): ReadonlySet<ModelCopy> {
    return this.#copies;
  }

  /** Node part of a hit object or instance; `materialIndex` selects the slot of a mesh with several. */
  whatIs(object: Object3D, instanceId?: number, materialIndex = 0): RenderedPart | undefined {
    for (let up: Object3D | null = object; up; up = up.parent) {
      if (typeof up.userData.owner === 'string') {
        return { id: up.userData.owner, slot: slotIn(object, materialIndex), part: object.name || null };
      }
    }
    return instanceId === undefined ? undefined : this.#pool.whatIs(object, instanceId);
  }

  /** Geometry of a rendered mesh: it lives as long as any node has this shape, longer than batches. */
  shapeOf(mesh: Mesh): BufferGeometry {
    return this.#pool.shapeOf(mesh) ?? mesh.geometry;
  }

  /** World bounding box of a node's surface; undefined for nodes without one. Read-only. */
  worldBoxOf(id: string): Box3 | undefined {
    const box = this.#shownOf(id)?.worldBox;
    return box?.isEmpty() ? undefined : box;
  }

  /** Bounding box of a node's rendering, in its own space; undefined for nodes without a surface. Read-only. */
  ownBoxOf(id: string): Box3 | undefined {
    return this.#shownOf(id)?.box;
  }

  /** Bounds in the scene of each node that is shown. Not to be changed. */
  *shownBoxes(): Generator<Box3> {
    for (const { previous, worldBox, placement } of this.#drawn.values()) {
      if (placement.visible) {
        yield previous?.worldBox ?? worldBox;
      }
    }
  }

  /** Meshes of a node, in its own space, for outlines. */
  meshesOf(id: string): RenderedMesh[] {
    const drawn = this.#drawn.get(id);
    return drawn ? meshesOf(drawn) : [];
  }

  /** Meshes of the node's file. */
  filePartsOf(id: string): FilePart[] {
    const drawn = this.#shownOf(id);
    return drawn ? filePartsOf(drawn) : [];
  }

  /** User data of the node's file, or of its generated shape; one object per file or shape. */
  extrasOf(id: string): NodeBody['extras'] {
    return this.#shownOf(id)?.extras ?? null;
  }

  /** Copy of a node's model, if it has one. */
  copyOf(id: string): ModelCopy | null {
    return this.#drawn.get(id)?.copy ?? null;
  }

  /** Renders a node again, with its dependencies. File-based content replaces the previous one when it has loaded. */
  draw(id: string, { node, document, placement, ties = UNTIED }: RenderedNode): void {
    const previous = this.#drawn.get(id) ?? null;
    const drawn: RenderedBody = {
      ...emptyBody(),
      worldBox: new Box3(),
      placement,
      held: this.#surfaces.hold(previous === null),
      materials: materialIdsOf(node),
      isLoading: false,
      previous,
    };
    this.#unuse(id, previous);
    for (const material of drawn.materials) {
      this.#users.add(material, id);
    }
    this.#drawn.set(id, drawn);
    const source = { id, node, document, held: drawn.held };
    const file = fileOf(node);
    if (file && file.asset !== null) {
      const model = this.#dependencies.models.load(file.asset);
      void this.#await(id, drawn, model, (template) => fileBody(source, file, template));
      return;
    }
    const shape = shapeOf({ id, node, ties });
    if (shape && 'loadBuilder' in shape) {
      const loaded = this.#dependencies.shapes.load(shape);
      void this.#await(id, drawn, loaded, (geometry: LoadedShape) => shapeBody(source, shape, geometry));
      return;
    }
    if (shape) {
      Object.assign(drawn, shapeBody(source, shape, shape.build));
    }
    this.#replace(id, drawn);
  }

  /**
   * Applies a material's edit to everything that uses it, by values alone where possible.
   * @returns the nodes that must be drawn again
   */
  restyle(id: string, before: Material | undefined, after: Material | undefined): readonly string[] {
    const users = this.#users.of(id);
    // The real size of a texture is part of the geometry.
    if (!before || !after || before.uv.size !== after.uv.size) {
      return users;
    }
    this.#surfaces.restyle(id, before, after);
    return users.filter((user) => {
      const drawn = this.#drawn.get(user);
      return !drawn || !restyle(drawn, id, after);
    });
  }

  /** Reloads an image that used materials lack. */
  reloadMap(iri: string): void {
    this.#surfaces.reload(iri);
  }

  /** Updates the placement of a node. */
  place(id: string): void {
    for (let drawn = this.#drawn.get(id) ?? null; drawn; drawn = drawn.previous) {
      this.#show(id, drawn);
    }
  }

  /** Stops rendering a node. */
  erase(id: string): void {
    const drawn = this.#drawn.get(id) ?? null;
    this.#unuse(id, drawn);
    this.#release(drawn);
    this.#drawn.delete(id);
  }

  /** Frees all resources created here; models and images belong to their stores. */
  dispose(): void {
    for (const id of [...this.#drawn.keys()]) {
      this.erase(id);
    }
    this.#pool.dispose();
  }

  /** Shown state of a node: the previous one until its file has loaded. */
  #shownOf(id: string): RenderedBody | undefined {
    const drawn = this.#drawn.get(id);
    return drawn?.previous ?? drawn;
  }

  #unuse(id: string, drawn: RenderedBody | null): void {
    for (const material of drawn?.materials ?? []) {
      this.#users.delete(material, id);
    }
  }

  async #await<T>(
    id: string,
    drawn: RenderedBody,
    loading: Promise<T | null>,
    toBody: (loaded: T) => NodeBody,
  ): Promise<void> {
    drawn.isLoading = true;
    const loaded = await loading;
    if (this.#drawn.get(id) !== drawn) {
      return;
    }
    drawn.isLoading = false;
    if (loaded !== null) {
      Object.assign(drawn, toBody(loaded));
    }
    this.#replace(id, drawn);
    this.#dependencies.onLoaded(id);
  }

  #replace(id: string, drawn: RenderedBody): void {
    this.#release(drawn.previous);
    drawn.previous = null;
    this.#show(id, drawn);
  }

  #show(id: string, drawn: RenderedBody): void {
    const { parts, copy, box, worldBox, placement } = drawn;
    if (!box.isEmpty()) {
      worldBox.copy(box).applyMatrix4(placement.world);
    }
    for (const part of parts) {
      this.#showPart(id, part, placement);
    }
    if (!copy) {
      return;
    }
    copy.root.matrix.copy(placement.world);
    copy.root.matrixWorldNeedsUpdate = true;
    copy.root.visible = placement.visible;
    this.#dependencies.parent.add(copy.root);
    this.#copies.add(copy);
  }

  #showPart(id: string, part: NodePart, placement: Placement): void {
    if (!placement.visible) {
      if (part.instance) {
        this.#pool.remove(part.instance);
      }
      part.instance = null;
      return;
    }
    world.multiplyMatrices(placement.world, part.local);
    part.instance = part.instance
      ? this.#pool.move(part.instance, world, part.surface)
      : this.#pool.add(part.spec, id, world, part.surface);
  }

  #release(drawn: RenderedBody | null): void {
    if (!drawn) {
      return;
    }
    this.#release(drawn.previous);
    for (const { instance } of drawn.parts) {
      if (instance) {
        this.#pool.remove(instance);
      }
    }
    if (drawn.copy) {
      this.#copies.delete(drawn.copy);
      drawn.copy.dispose();
    }
    drawn.held.release();
  }
}
