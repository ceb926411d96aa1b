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

/** What instances of one batch share. Instances come together when their keys are equal. */
export type BatchSpec = {
  key: string;
  /** The name of the material that is shown, by which people replace it, and of the mesh in its file; null for shapes of one. */
  slot: string | null;
  part: string | null;
  /** Geometry and material stay the caller's, who frees them after the last instance has gone. */
  geometry: BufferGeometry;
  material: Material;
  /** Whether instances bring a {@link Surface} of their own. */
  hasSurface: boolean;
  castsShadow: boolean;
  /**
   * Draws its one instance as an object of its own, so that it is sorted by distance: for what one can see through.
   * Its key must be the owner's alone.
   */
  isSingle: boolean;
};

/** A part of a node: the slot of its material and the name of its mesh, null for what has but one. */
export type DrawnPart = { id: string; slot: string | null; part: string | null };

/** One drawn thing of a node. */
export type Instance = { readonly owner: string; batch: Batch; index: number };

type Batch = { spec: BatchSpec; mesh: InstancedMesh; instances: Instance[]; isMirrored: boolean };

const FIRST_CAPACITY = 4;
/** So many meshes at most are kept for what comes next. */
const MAX_SPARE = 64;
const MIRROR = new Matrix4().makeScale(-1, 1, 1);
const IDENTITY = new Matrix4();
const scratchMatrix = new Matrix4();
const scratchColor = new Color();

/** Keeps instances of shapes and models in as few InstancedMeshes as can be, below one parent object. */
export class InstancePool {
  readonly #parent: Object3D;
  readonly #batches = new Map<string, Batch>();
  /**
   * Meshes of batches that are gone. What has a shape of its own, such as a wall, is another batch with each step of a drag,
   * and the renderer looks through everything that it has drawn to free a mesh.
   */
  readonly #spare: InstancedMesh[] = [];
  #revision = 0;

  constructor(parent: Object3D) {
    this.#parent = parent;
  }

  /** All meshes that are drawn now. */
  get meshes(): InstancedMesh[] {
    return [...this.#batches.values()].map(({ mesh }) => mesh);
  }

  /** Grows whenever an instance comes or goes. */
  get revision(): number {
    return this.#revision;
  }

  /** The geometry that one of the pool's meshes was made of; undefined for other meshes. */
  shapeOf(mesh: Object3D): BufferGeometry | undefined {
    const batch: Batch | undefined = mesh.userData.batch;
    return batch?.spec.geometry;
  }

  /** What an instance of one of the pool's meshes is; undefined for other meshes. */
  whatIs(mesh: Object3D, index: number): DrawnPart | undefined {
    const batch: Batch | undefined = mesh.userData.batch;
    const instance = batch?.instances[index];
    return batch && instance && { id: instance.owner, slot: batch.spec.slot, part: batch.spec.part };
  }

  /** Adds an instance. A mirroring matrix puts it into a batch of its own kind, since its faces turn the other way. */
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

  /** Moves an instance; one that becomes mirrored, or stops being so, is taken out and given back as another. */
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

  /** Takes an instance out; the last one of the batch takes its place. */
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
      mesh: dressMesh((spec.hasSurface && this.#spare.pop()) || createMesh(spec), spec, isMirrored),
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
    batch.mesh = dressMesh(larger, batch.spec, batch.isMirrored);
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

/** Gives an instance another colour, roughness and metalness without leaving its batch. */
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

/** A mesh with room for so many instances, of no shape yet. */
function createMesh({ hasSurface }: BatchSpec, capacity = FIRST_CAPACITY): InstancedMesh {
  const mesh = new InstancedMesh(undefined, undefined, capacity);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  if (hasSurface) {
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(capacity * 3), 3);
  }
  mesh.receiveShadow = true;
  // A batch spreads over the whole scene; testing its bounds at every frame would cost more than it saves.
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  return mesh;
}

function dressMesh(mesh: InstancedMesh, spec: BatchSpec, isMirrored: boolean): InstancedMesh {
  const { geometry, material } = spec;
  mesh.geometry = spec.hasSurface ? shareVertices(geometry, mesh.instanceMatrix.count) : geometry;
  mesh.material = material;
  mesh.castShadow = spec.castsShadow;
  mesh.count = 0;
  // The renderer turns faces around for a mirrored mesh, and cannot for a mirrored instance: so the mesh mirrors.
  mesh.matrix.copy(isMirrored ? MIRROR : IDENTITY);
  return mesh;
}

/** A geometry with the vertex buffers of another and instance attributes of its own. */
function shareVertices(shape: BufferGeometry, capacity: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(shape.attributes)) {
    geometry.setAttribute(name, attribute);
  }
  geometry.setIndex(shape.index);
  geometry.setAttribute('instanceSurface', new InstancedBufferAttribute(new Float32Array(capacity * 2), 2));
  return geometry;
}

/** Takes a mesh out of the scene and frees what is its own of its geometry. */
function strip(mesh: InstancedMesh, { hasSurface }: BatchSpec): void {
  mesh.removeFromParent();
  mesh.userData = {};
  if (!hasSurface) {
    return;
  }
  // Disposing of a geometry frees the buffers it names; the vertices belong to other batches as well.
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
