import {
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  type Object3D,
} from 'three';
import type { Surface } from './shader-class.ts';

/** Properties shared by the instances of one batch. Equal keys share a batch. */
export type BatchSpec = {
  key: string;
  /**
   * Name of the shown material, by which users replace it, and of the mesh in its file; null for single-material
   * shapes.
   */
  slot: string | null;
  part: string | null;
  /** The caller owns geometry and material, and frees them after the last instance is removed. */
  geometry: BufferGeometry;
  material: Material;
  /** Whether instances have their own {@link Surface}. */
  hasSurface: boolean;
  castsShadow: boolean;
  /**
   * Renders its only instance as a separate object, so that transparent ones are sorted by distance. The key must be
   * unique to the owner.
   */
  isSingle: boolean;
};

/** A part of a node: the slot of its material and the name of its mesh, null for single parts. */
export type RenderedPart = { id: string; slot: string | null; part: string | null };

/** An instance of a node's part. */
export type Instance = { readonly owner: string; batch: Batch; index: number };

type Batch = { spec: BatchSpec; mesh: InstancedMesh; instances: Instance[]; isMirrored: boolean };

const FIRST_CAPACITY = 4;
/** Limit of pooled meshes. */
const MAX_SPARE = 64;
const MIRROR = new Matrix4().makeScale(-1, 1, 1);
const IDENTITY = new Matrix4();
const scratchMatrix = new Matrix4();
const scratchColor = new Color();

/** Groups instances of shapes and models into as few InstancedMeshes as possible, below one parent object. */
export class InstancePool {
  readonly #parent: Object3D;
  readonly #batches = new Map<string, Batch>();
  /**
   * Meshes of removed batches, for reuse. A unique shape, such as a wall, changes its batch with each step of a drag,
   * and freeing a mesh is slow in three.js.
   */
  readonly #spare: InstancedMesh[] = [];
  #revision = 0;

  constructor(parent: Object3D) {
    this.#parent = parent;
  }

  /** All rendered meshes. */
  get meshes(): InstancedMesh[] {
    return [...this.#batches.values()].map(({ mesh }) => mesh);
  }

  /** Counter that grows when an instance is added or removed. */
  get revision(): number {
    return this.#revision;
  }

  /** Source geometry of one of the pool's meshes; undefined for other meshes. */
  shapeOf(mesh: Object3D): BufferGeometry | undefined {
    const batch: Batch | undefined = mesh.userData.batch;
    return batch?.spec.geometry;
  }

  /** Node part of an instance; undefined for meshes outside the pool. */
  whatIs(mesh: Object3D, index: number): RenderedPart | undefined {
    const batch: Batch | undefined = mesh.userData.batch;
    const instance = batch?.instances[index];
    return batch && instance && { id: instance.owner, slot: batch.spec.slot, part: batch.spec.part };
  }

  /** Adds an instance. A mirroring matrix gets a separate batch, because its faces are reversed. */
  add(spec: BatchSpec, owner: string, world: Matrix4, surface: Surface | null): Instance {
    this.#revision += 1;
    const batch = this.#batchFor(spec, world.determinant() < 0);
    if (batch.instances.length === batch.mesh.instanceMatrix.count) {
      this.#grow(batch);
    }
    const instance: Instance = { owner, batch, index: batch.instances.length };
    batch.instances.push(instance);
    batch.mesh.count = batch.instances.length;
    writeMatrix(instance, world);
    if (surface) {
      writeSurface(instance, surface);
    }
    return instance;
  }

  /** Moves an instance. One that becomes mirrored, or no longer is, is replaced by an instance of another batch. */
  move(instance: Instance, world: Matrix4, surface: Surface | null): Instance {
    if (world.determinant() < 0 === instance.batch.isMirrored) {
      writeMatrix(instance, world);
      return instance;
    }
    const { spec } = instance.batch;
    const moved = this.add(spec, instance.owner, world, surface);
    this.remove(instance);
    return moved;
  }

  /** Removes an instance; the batch's last one takes its index. */
  remove(instance: Instance): void {
    this.#revision += 1;
    const { batch, index } = instance;
    const last = batch.instances.pop();
    if (last && last !== instance) {
      batch.instances[index] = last;
      copyInstance(batch.mesh, last.index, index);
      last.index = index;
    }
    batch.mesh.count = batch.instances.length;
    if (batch.instances.length === 0) {
      this.#drop(batch);
    }
  }

  /** Frees every batch. */
  dispose(): void {
    for (const batch of [...this.#batches.values()]) {
      this.#drop(batch);
    }
    for (const mesh of this.#spare.splice(0)) {
      mesh.dispose();
    }
  }

  #batchFor(spec: BatchSpec, isMirrored: boolean): Batch {
    const key = batchKey(spec, isMirrored);
    const known = this.#batches.get(key);
    if (known) {
      return known;
    }
    const batch: Batch = {
      spec,
      mesh: prepareMesh((spec.hasSurface && this.#spare.pop()) || createMesh(spec), spec, isMirrored),
      instances: [],
      isMirrored,
    };
    this.#attach(batch);
    this.#batches.set(key, batch);
    return batch;
  }

  #grow(batch: Batch): void {
    const old = batch.mesh;
    const larger = createMesh(batch.spec, old.instanceMatrix.count * 2);
    batch.mesh = prepareMesh(larger, batch.spec, batch.isMirrored);
    batch.mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    batch.mesh.instanceColor?.array.set(old.instanceColor?.array ?? []);
    surfaceAttribute(batch.mesh)?.array.set(surfaceAttribute(old)?.array ?? []);
    strip(old, batch.spec);
    old.dispose();
    this.#attach(batch);
  }

  #attach(batch: Batch): void {
    batch.mesh.userData.batch = batch;
    this.#parent.add(batch.mesh);
    batch.mesh.updateMatrixWorld(true);
  }

  #drop({ mesh, spec, isMirrored }: Batch): void {
    this.#batches.delete(batchKey(spec, isMirrored));
    strip(mesh, spec);
    const isSpare = spec.hasSurface && mesh.instanceMatrix.count === FIRST_CAPACITY;
    if (isSpare && this.#spare.length < MAX_SPARE) {
      this.#spare.push(mesh);
    } else {
      mesh.dispose();
    }
  }
}

/** Changes an instance's colour, roughness and metalness within its batch. */
export function writeSurface({ batch, index }: Instance, { color, roughness, metalness }: Surface): void {
  const attribute = surfaceAttribute(batch.mesh);
  batch.mesh.setColorAt(index, scratchColor.set(color));
  attribute?.setXY(index, roughness, metalness);
  for (const written of [attribute, batch.mesh.instanceColor]) {
    if (written) {
      written.needsUpdate = true;
    }
  }
}

function batchKey({ key }: BatchSpec, isMirrored: boolean): string {
  return isMirrored ? `${key}|mirrored` : key;
}

function writeMatrix({ batch, index }: Instance, world: Matrix4): void {
  const { mesh, spec } = batch;
  if (spec.isSingle) {
    mesh.matrix.copy(world);
    mesh.matrixWorldNeedsUpdate = true;
    mesh.setMatrixAt(index, IDENTITY);
  } else {
    scratchMatrix.copy(world);
    mesh.setMatrixAt(index, batch.isMirrored ? scratchMatrix.premultiply(MIRROR) : scratchMatrix);
  }
  mesh.instanceMatrix.needsUpdate = true;
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
}

/** Creates a mesh with a capacity and no geometry. */
function createMesh({ hasSurface }: BatchSpec, capacity = FIRST_CAPACITY): InstancedMesh {
  const mesh = new InstancedMesh(undefined, undefined, capacity);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  if (hasSurface) {
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(capacity * 3), 3);
  }
  mesh.receiveShadow = true;
  // A batch spreads over the whole scene, so that frustum culling would cost more than it saves.
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  return mesh;
}

function prepareMesh(mesh: InstancedMesh, spec: BatchSpec, isMirrored: boolean): InstancedMesh {
  const { geometry, material } = spec;
  mesh.geometry = spec.hasSurface ? shareVertices(geometry, mesh.instanceMatrix.count) : geometry;
  mesh.material = material;
  mesh.castShadow = spec.castsShadow;
  mesh.count = 0;
  // The renderer reverses faces of a mirrored mesh, but not of a mirrored instance, so the mesh carries the mirroring.
  mesh.matrix.copy(isMirrored ? MIRROR : IDENTITY);
  return mesh;
}

/** Creates a geometry that shares vertex buffers with another and has separate instance attributes. */
function shareVertices(shape: BufferGeometry, capacity: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(shape.attributes)) {
    geometry.setAttribute(name, attribute);
  }
  geometry.setIndex(shape.index);
  geometry.setAttribute('instanceSurface', new InstancedBufferAttribute(new Float32Array(capacity * 2), 2));
  return geometry;
}

/** Removes a mesh from the scene and frees its unshared geometry data. */
function strip(mesh: InstancedMesh, { hasSurface }: BatchSpec): void {
  mesh.removeFromParent();
  mesh.userData = {};
  if (!hasSurface) {
    return;
  }
  // Disposing of a geometry frees its named buffers, but other batches share the vertices.
  for (const name of Object.keys(mesh.geometry.attributes)) {
    if (name !== 'instanceSurface') {
      mesh.geometry.deleteAttribute(name);
    }
  }
  mesh.geometry.setIndex(null);
  mesh.geometry.dispose();
}

function copyInstance(mesh: InstancedMesh, from: number, to: number): void {
  mesh.instanceMatrix.copyAt(to, mesh.instanceMatrix, from);
  mesh.instanceMatrix.needsUpdate = true;
  const attributes = [mesh.instanceColor, surfaceAttribute(mesh)];
  for (const attribute of attributes) {
    attribute?.copyAt(to, attribute, from);
    if (attribute) {
      attribute.needsUpdate = true;
    }
  }
}

function surfaceAttribute(mesh: InstancedMesh): InstancedBufferAttribute | null {
  const attribute = mesh.geometry.attributes.instanceSurface;
  return attribute instanceof InstancedBufferAttribute ? attribute : null;
}
