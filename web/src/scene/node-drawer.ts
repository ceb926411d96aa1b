import type { Material, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { fileOf, materialIdsOf, shapeOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Ties } from '@diorama/shared/scene/nodes/traits.ts';
import { Box3, type BufferGeometry, Matrix4, type Mesh, type Object3D } from 'three';
import type { LoadMap } from './class-material.ts';
import { type Drawn, type DrawnMesh, type FilePart, filePartsOf, meshesOf, restyle } from './drawn.ts';
import type { Placement } from './graph.ts';
import { type DrawnPart, InstancePool } from './instance-pool.ts';
import type { Leftovers } from './leftovers.ts';
import { MaterialUsers } from './material-users.ts';
import type { ModelCopy } from './model-copy.ts';
import { slotIn } from './model-slots.ts';
import type { ModelStore } from './model-store.ts';
import { emptyBody, fileBody, type NodeBody, type NodePart, shapeBody } from './node-parts.ts';
import type { LoadedShape, ShapeStore } from './shape-store.ts';
import { Surfaces } from './surfaces.ts';

/** What a drawer needs from the view around it. */
export type DrawerMeans = {
  parent: Object3D;
  models: ModelStore;
  shapes: ShapeStore;
  loadMap: LoadMap;
  leftovers: Leftovers;
  /** The map of a material has loaded: draw again. */
  onChange: () => void;
  /** What a node waited for has loaded: it is drawn as something else. */
  onLoaded: (id: string) => void;
};

/** A node to be drawn, where, and with the nodes that it is tied to. */
export type DrawnNode = {
  node: SceneNode;
  document: SceneDocument;
  placement: Placement;
  ties?: Ties;
};

const world = new Matrix4();
const UNTIED: Ties = { tiedTo: () => [] };

/** Draws the surfaces of nodes: shapes and unmoving models as instances, models that bend or play as copies. */
export class NodeDrawer {
  readonly #means: DrawerMeans;
  readonly #pool: InstancePool;
  readonly #drawn = new Map<string, Drawn>();
  readonly #copies = new Set<ModelCopy>();
  readonly #surfaces: Surfaces;
  readonly #users = new MaterialUsers();

  constructor(means: DrawerMeans) {
    this.#means = means;
    this.#pool = new InstancePool(means.parent);
    this.#surfaces = new Surfaces(means);
  }

  /** The objects that can be picked: batches of instances and copies of models. */
  get objects(): Object3D[] {
    return [...this.#pool.meshes, ...[...this.#copies].map(({ root }) => root)];
  }

  /** Grows whenever an object or an instance comes or goes. */
  get revision(): number {
    return this.#pool.revision;
  }

  /** The models that are drawn as copies, which may play animations. */
  get copies(): ReadonlySet<ModelCopy> {
    return this.#copies;
  }

  /** What a hit object is, or an instance of it; `materialIndex` tells the slots of a mesh with several apart. */
  whatIs(object: Object3D, instanceId?: number, materialIndex = 0): DrawnPart | undefined {
    for (let up: Object3D | null = object; up; up = up.parent) {
      if (typeof up.userData.owner === 'string') {
        return { id: up.userData.owner, slot: slotIn(object, materialIndex), part: object.name || null };
      }
    }
    return instanceId === undefined ? undefined : this.#pool.whatIs(object, instanceId);
  }

  /** The geometry that a drawn mesh shows: it lives for as long as any node has this shape, batches do not. */
  shapeOf(mesh: Mesh): BufferGeometry {
    return this.#pool.shapeOf(mesh) ?? mesh.geometry;
  }

  /** Where the surface of a node is seen, in the scene; undefined for nodes without one. Not to be changed. */
  worldBoxOf(id: string): Box3 | undefined {
    const box = this.#shownOf(id)?.worldBox;
    return box?.isEmpty() ? undefined : box;
  }

  /** The box of what is drawn of a node, in its own space; undefined for nodes without a surface. Not to be changed. */
  ownBoxOf(id: string): Box3 | undefined {
    return this.#shownOf(id)?.box;
  }

  /** Makes a box hold everything that is shown. */
  expandByShown(box: Box3): void {
    for (const { previous, worldBox, placement } of this.#drawn.values()) {
      if (placement.visible) {
        box.union(previous?.worldBox ?? worldBox);
      }
    }
  }

  /** What a node is drawn with, in its own space: for outlines. */
  meshesOf(id: string): DrawnMesh[] {
    const drawn = this.#drawn.get(id);
    return drawn ? meshesOf(drawn) : [];
  }

  /** The meshes of the file that a node shows. */
  filePartsOf(id: string): FilePart[] {
    const drawn = this.#shownOf(id);
    return drawn ? filePartsOf(drawn) : [];
  }

  /** What the file that a node shows says beside its scene, or what made its shape; one object a file or shape. */
  extrasOf(id: string): NodeBody['extras'] {
    return this.#shownOf(id)?.extras ?? null;
  }

  /** The copy a node is drawn as, if it is one. */
  copyOf(id: string): ModelCopy | null {
    return this.#drawn.get(id)?.copy ?? null;
  }

  /**
   * Draws a node anew, by those it is tied to. What needs files appears when they have loaded; until then what was
   * there stays.
   */
  draw(id: string, { node, document, placement, ties = UNTIED }: DrawnNode): void {
    const previous = this.#drawn.get(id) ?? null;
    const drawn: Drawn = {
      ...emptyBody(),
      worldBox: new Box3(),
      placement,
      held: this.#surfaces.hold(),
      materials: materialIdsOf(node),
      isLoading: false,
      previous,
    };
    this.#users.remove(id, previous?.materials ?? []);
    this.#users.add(id, drawn.materials);
    this.#drawn.set(id, drawn);
    const source = { id, node, document, held: drawn.held };
    const file = fileOf(node);
    if (file && file.asset !== null) {
      const model = this.#means.models.load(file.asset);
      void this.#await(id, drawn, model, (template) => fileBody(source, file, template));
      return;
    }
    const shape = shapeOf({ id, node, ties });
    if (shape && 'load' in shape) {
      const loaded = this.#means.shapes.load(shape);
      void this.#await(id, drawn, loaded, (geometry: LoadedShape) => shapeBody(source, shape, geometry));
      return;
    }
    if (shape) {
      Object.assign(drawn, shapeBody(source, shape, shape.build));
    }
    this.#replace(id, drawn);
  }

  /**
   * Shows a material's edit on all that is drawn with it, by values alone wherever that is enough.
   * @returns the nodes that must be drawn anew.
   */
  restyle(id: string, before: Material | undefined, after: Material | undefined): string[] {
    const users = this.#users.of(id);
    if (!before || !after) {
      return users;
    }
    this.#surfaces.restyle(id, before, after);
    return users.filter((user) => {
      const drawn = this.#drawn.get(user);
      return !drawn || !restyle(drawn, id, after);
    });
  }

  /** Asks again for an image that drawn materials miss. */
  reloadMap(iri: string): void {
    this.#surfaces.reload(iri);
  }

  /** Follows the placement of a node. */
  place(id: string): void {
    for (let drawn = this.#drawn.get(id) ?? null; drawn; drawn = drawn.previous) {
      this.#show(id, drawn);
    }
  }

  /** Stops drawing a node. */
  erase(id: string): void {
    const drawn = this.#drawn.get(id) ?? null;
    this.#users.remove(id, drawn?.materials ?? []);
    this.#release(drawn);
    this.#drawn.delete(id);
  }

  /** Frees everything that was made here; models and images belong to their stores. */
  dispose(): void {
    for (const id of [...this.#drawn.keys()]) {
      this.erase(id);
    }
    this.#pool.dispose();
  }

  /** A node as it is shown, which until its file has loaded is what was there before. */
  #shownOf(id: string): Drawn | undefined {
    const drawn = this.#drawn.get(id);
    return drawn?.previous ?? drawn;
  }

  async #await<T>(
    id: string,
    drawn: Drawn,
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
    this.#means.onLoaded(id);
  }

  #replace(id: string, drawn: Drawn): void {
    this.#release(drawn.previous);
    drawn.previous = null;
    this.#show(id, drawn);
  }

  #show(id: string, drawn: Drawn): void {
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
    this.#means.parent.add(copy.root);
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

  #release(drawn: Drawn | null): void {
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
