import type { Material, NodeOf, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { sharedGeometry } from '@diorama/shared/scene/nodes/geometries.ts';
import { Box3, type BufferGeometry, Matrix4, type Object3D } from 'three';
import type { LoadMap } from './class-material.ts';
import type { Placement } from './graph.ts';
import { type BatchSpec, type Instance, InstancePool } from './instance-pool.ts';
import { ModelCopy, plays } from './model-copy.ts';
import type { ModelStore, ModelTemplate } from './model-store.ts';
import { defaultMaterial, type Surface, surfaceOf } from './shader-class.ts';
import { type SurfaceHold, Surfaces } from './surfaces.ts';

/** What a drawer needs from the view around it. */
export type DrawerMeans = {
  parent: Object3D;
  models: ModelStore;
  loadMap: LoadMap;
  /** Something loaded that is seen: draw again. */
  onChange: () => void;
};

/** A node as drawn: parts that are instances, or a copy of its model. */
type Drawn = {
  parts: { spec: BatchSpec; surface: Surface | null; local: Matrix4; instance: Instance | null }[];
  copy: ModelCopy | null;
  box: Box3;
  placement: Placement;
  held: SurfaceHold;
  /** What is shown until this has loaded. */
  previous: Drawn | null;
};

const DEFAULT_MATERIAL = defaultMaterial();
const world = new Matrix4();

/** Draws the surfaces of nodes: shapes and unmoving models as instances, models that bend or play as copies. */
export class NodeDrawer {
  readonly #means: DrawerMeans;
  readonly #pool: InstancePool;
  readonly #drawn = new Map<string, Drawn>();
  readonly #copies = new Set<ModelCopy>();
  readonly #surfaces: Surfaces;

  constructor(means: DrawerMeans) {
    this.#means = means;
    this.#pool = new InstancePool(means.parent);
    this.#surfaces = new Surfaces(means.loadMap, means.onChange);
  }

  /** The objects that can be picked: batches of instances and copies of models. */
  get objects(): Object3D[] {
    return [...this.#pool.meshes, ...[...this.#copies].map(({ root }) => root)];
  }

  /** The models that are drawn as copies, which may play animations. */
  get copies(): ReadonlySet<ModelCopy> {
    return this.#copies;
  }

  /** Which node a hit object, or an instance of it, belongs to. */
  ownerOf(object: Object3D, instanceId?: number): string | undefined {
    for (let up: Object3D | null = object; up; up = up.parent) {
      if (typeof up.userData.owner === 'string') {
        return up.userData.owner;
      }
    }
    return instanceId === undefined ? undefined : this.#pool.ownerOf(object, instanceId);
  }

  /** The bounds of a node's surface in its own space; undefined for nodes without one. */
  boxOf(id: string): Box3 | undefined {
    const drawn = this.#drawn.get(id);
    return drawn?.previous?.box ?? drawn?.box;
  }

  /** What a node is drawn with, in its own space: for outlines. */
  meshesOf(id: string): { geometry: BufferGeometry; local: Matrix4 }[] {
    return (this.#drawn.get(id)?.parts ?? []).map(({ spec, local }) => ({ geometry: spec.geometry, local }));
  }

  /** The copy a node is drawn as, if it is one. */
  copyOf(id: string): ModelCopy | null {
    return this.#drawn.get(id)?.copy ?? null;
  }

  /** Draws a node anew. A model appears when it has loaded; until then what was there stays. */
  draw(id: string, node: SceneNode, document: SceneDocument, placement: Placement): void {
    const previous = this.#drawn.get(id) ?? null;
    const held = this.#surfaces.hold();
    const drawn: Drawn = { parts: [], copy: null, box: new Box3(), placement, held, previous };
    this.#drawn.set(id, drawn);
    if (node.kind === 'model' && node.props.asset !== null) {
      void this.#drawModel({ id, node, document, drawn }, node.props.asset);
      return;
    }
    this.#drawShape(id, node, materialOf(document, node.material), drawn);
    this.#replace(id, drawn);
  }

  /** Follows the placement of a node. */
  place(id: string): void {
    for (let drawn = this.#drawn.get(id) ?? null; drawn; drawn = drawn.previous) {
      this.#show(id, drawn);
    }
  }

  /** Stops drawing a node. */
  erase(id: string): void {
    this.#release(this.#drawn.get(id) ?? null);
    this.#drawn.delete(id);
  }

  /** Frees everything that was made here; models and images belong to their stores. */
  dispose(): void {
    for (const id of [...this.#drawn.keys()]) {
      this.erase(id);
    }
    this.#pool.dispose();
  }

  #drawShape(id: string, node: SceneNode, material: Material, drawn: Drawn): void {
    const shape = sharedGeometry(node);
    if (!shape) {
      return;
    }
    const geometry = drawn.held.shape(shape.key, shape.build);
    const local = new Matrix4().makeScale(...shape.scale);
    drawn.box.copy(boundsOf(geometry)).applyMatrix4(local);
    drawn.parts.push({
      ...dress(drawn.held, { id, key: shape.key, geometry, material, flipY: true }),
      local,
      instance: null,
    });
  }

  async #drawModel(
    {
      id,
      node,
      document,
      drawn,
    }: { id: string; node: NodeOf<'model'>; document: SceneDocument; drawn: Drawn },
    asset: string,
  ): Promise<void> {
    const template = await this.#means.models.load(asset);
    if (this.#drawn.get(id) !== drawn) {
      return;
    }
    if (template) {
      this.#drawTemplate({ id, node, document, drawn }, template);
    }
    this.#replace(id, drawn);
    this.#means.onChange();
  }

  #drawTemplate(
    {
      id,
      node,
      document,
      drawn,
    }: { id: string; node: NodeOf<'model'>; document: SceneDocument; drawn: Drawn },
    template: ModelTemplate,
  ): void {
    const { animation, materials } = node.props;
    const replacement = (slot: string) => {
      const chosen = Object.hasOwn(materials, slot) ? (materials[slot] ?? null) : node.material;
      return chosen !== null && Object.hasOwn(document.materials, chosen)
        ? materialOf(document, chosen)
        : null;
    };
    if (template.parts && !plays(template, animation)) {
      for (const { key, geometry, material, slot, matrix } of template.parts) {
        const own = replacement(slot);
        const dressed = own
          ? dress(drawn.held, { id, key, geometry, material: own, flipY: false })
          : { spec: modelSpec(id, key, geometry, material), surface: null };
        drawn.parts.push({ ...dressed, local: matrix, instance: null });
        drawn.box.union(boundsOf(geometry).clone().applyMatrix4(matrix));
      }
      return;
    }
    drawn.copy = new ModelCopy(template, animation, (slot) => {
      const own = replacement(slot);
      return own && drawn.held.ownMaterial(own);
    });
    drawn.copy.root.userData.owner = id;
    drawn.box.copy(drawn.copy.box);
  }

  #replace(id: string, drawn: Drawn): void {
    this.#release(drawn.previous);
    drawn.previous = null;
    this.#show(id, drawn);
  }

  #show(id: string, { parts, copy, placement }: Drawn): void {
    for (const part of parts) {
      if (!placement.visible) {
        if (part.instance) {
          this.#pool.remove(part.instance);
        }
        part.instance = null;
        continue;
      }
      world.multiplyMatrices(placement.world, part.local);
      part.instance = part.instance
        ? this.#pool.move(part.instance, world, part.surface)
        : this.#pool.add(part.spec, id, world, part.surface);
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

/** The material a node is drawn with: the default one for null and for ids that are gone. */
function materialOf(document: SceneDocument, id: string | null): Material {
  const material = id !== null && Object.hasOwn(document.materials, id) ? document.materials[id] : undefined;
  return material ?? DEFAULT_MATERIAL;
}

type Dressed = { id: string; key: string; geometry: BufferGeometry; material: Material; flipY: boolean };

function dress(held: SurfaceHold, { id, key, geometry, material: of, flipY }: Dressed) {
  const { key: materialKey, material, isBlended: isSingle } = held.classMaterial(of, flipY);
  const batchKey = `${key}|${materialKey}${isSingle ? `|${id}` : ''}`;
  const spec = { key: batchKey, geometry, material, hasSurface: true, castsShadow: !isSingle, isSingle };
  return { spec, surface: surfaceOf(of) };
}

function boundsOf(geometry: BufferGeometry): Box3 {
  if (!geometry.boundingBox) {
    geometry.computeBoundingBox();
  }
  return geometry.boundingBox ?? new Box3();
}

function modelSpec(
  id: string,
  key: string,
  geometry: BufferGeometry,
  material: BatchSpec['material'],
): BatchSpec {
  const isSingle = material.transparent || ('transmission' in material && Number(material.transmission) > 0);
  return {
    key: isSingle ? `${key}|${id}` : key,
    geometry,
    material,
    hasSurface: false,
    castsShadow: !isSingle,
    isSingle,
  };
}
