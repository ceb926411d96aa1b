import { deflateRawSync } from 'node:zlib';
import {
  type Accessor,
  type Document,
  type Mesh,
  Node,
  type Primitive,
  type PrimitiveTarget,
  type Scene,
  type Skin,
  type TypedArray,
} from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import { Box3, Matrix4, Vector3 } from 'three';
import { shownScene } from './measure.ts';

/**
 * Bounding boxes of nodes from the corners of their meshes' boxes, which may be larger than the content of a
 * rotated mesh. Every mesh is scanned once, because it may have millions of vertices.
 */
class VisibleBounds {
  readonly #ofMesh = new Map<Mesh, Box3>();

  /** The box of a scene in world space; skinned meshes count without their skin. */
  ofScene(scene: Scene): Box3 {
    const box = new Box3();
    scene.traverse((node) => {
      box.union(this.#own(node));
    });
    return box;
  }

  /** The box of a node and its descendants in world space. */
  ofNode(node: Node): Box3 {
    const box = new Box3();
    node.traverse((below) => {
      box.union(this.#own(below));
    });
    return box;
  }

  #own(node: Node): Box3 {
    const mesh = node.getMesh();
    if (!mesh) {
      return new Box3();
    }
    const box = this.#ofMesh.get(mesh) ?? boxOf(mesh);
    this.#ofMesh.set(mesh, box);
    return box.clone().applyMatrix4(new Matrix4().fromArray(node.getWorldMatrix()));
  }
}

/** Bits of the range of a normalised 16-bit integer that quantisation uses. */
const POSITION_BITS = 14;
/** Bits for the whole model. A mesh uses fewer by its relative size, but at least `MIN_BITS`. */
const WHOLE_BITS = 14;
const MIN_BITS = 10;
const JUDGED_POSITIONS = 50_000;
/** Three 16-bit integers and two bytes of padding. */
const BYTES_PER_POSITION = 8;
const FULL_RANGE = 2 ** 15 - 1;

/**
 * Converts quantised positions to smaller integers, in place, where they compress better. Normalised values
 * of 14 bits spread over 16 have larger differences. The scale moves to the nodes, the bind matrices or the
 * instances, which undid the normalisation before. Requires `quantize`, after which each mesh has a node
 * without children or animation.
 */
export function repackPositions(document: Document): void {
  const scaled = new Set<Skin | InstancedMesh>();
  const counted = new Map<number, Map<Accessor, Accessor>>();
  const boxes = new VisibleBounds();
  const scene = shownScene(document);
  const whole = scene ? longestSide(boxes.ofScene(scene)) : 0;
  for (const mesh of document.getRoot().listMeshes()) {
    const steps = stepsFor(mesh, { boxes, whole });
    const parts = mesh.listPrimitives().flatMap((part) => [part, ...part.listTargets()]);
    const canCount = parts.every(isSpread) && !mesh.listPrimitives().some(hasVolume);
    if (canCount && isBentByFew(mesh) && packsBetter(parts, steps)) {
      // Meshes that share positions may have different sizes, and therefore different steps.
      const known = counted.get(steps) ?? new Map<Accessor, Accessor>();
      counted.set(steps, known);
      for (const part of parts) {
        countInSteps(part, steps, known);
      }
      for (const node of nodesOf(mesh)) {
        shrink(document, node, { steps, scaled });
      }
    }
  }
}

type Part = Primitive | PrimitiveTarget;

function isSpread(part: Part): boolean {
  const position = part.getAttribute('POSITION');
  return !position || (position.getNormalized() && position.getArray() instanceof Int16Array);
}

/** Volume materials measure their thickness in mesh units. */
function hasVolume(primitive: Primitive): boolean {
  return Boolean(primitive.getMaterial()?.getExtension('KHR_materials_volume'));
}

/** Bind matrices are scaled with the mesh, so a skin may belong to one mesh only. */
function isBentByFew(mesh: Mesh): boolean {
  const skins = nodesOf(mesh).map((node) => node.getSkin());
  return skins.every(
    (skin) => !skin || skin.listParents().filter((parent) => parent instanceof Node).length === 1,
  );
}

/** A mesh that is small relative to the model needs fewer steps. Skinned and instanced meshes keep all. */
function stepsFor(mesh: Mesh, { boxes, whole }: { boxes: VisibleBounds; whole: number }): number {
  const nodes = nodesOf(mesh);
  const isPlain = nodes.every((node) => !node.getSkin() && node.listExtensions().length === 0);
  const share = Math.max(...nodes.map((node) => longestSide(boxes.ofNode(node)) / whole));
  const bits = isPlain && whole > 0 && share > 0 ? Math.ceil(WHOLE_BITS + Math.log2(share)) : POSITION_BITS;
  return 2 ** (Math.min(POSITION_BITS, Math.max(MIN_BITS, bits)) - 1) - 1;
}

function longestSide(box: Box3): number {
  const { x, y, z } = box.getSize(new Vector3());
  return box.isEmpty() ? 0 : Math.max(x, y, z);
}

/** Compares samples from the middle of large primitives, because compressing all twice takes seconds. */
function packsBetter(parts: readonly Part[], steps: number): boolean {
  const pieces = parts.flatMap((part) => {
    const array = part.getAttribute('POSITION')?.getArray();
    const from = Math.max(0, Math.floor(((array?.length ?? 0) / 3 - JUDGED_POSITIONS) / 2));
    return array ? array.subarray(from * 3, (from + JUDGED_POSITIONS) * 3) : [];
  });
  const size = (read: (array: TypedArray) => Int16Array) =>
    pieces.reduce((sum, piece) => sum + packedSize(read(piece)), 0);
  return size((array) => inSteps(array, steps)) < size((array) => Int16Array.from(array));
}

/** Compressed size of positions in the file and during transfer. */
function packedSize(positions: Int16Array): number {
  const count = positions.length / 3;
  const padded = new Int16Array(count * 4);
  for (let i = 0; i < count; i += 1) {
    padded.set(positions.subarray(i * 3, i * 3 + 3), i * 4);
  }
  const bytes = new Uint8Array(padded.buffer);
  return deflateRawSync(MeshoptEncoder.encodeGltfBuffer(bytes, count, BYTES_PER_POSITION, 'ATTRIBUTES'))
    .length;
}

function inSteps(array: TypedArray, steps: number): Int16Array<ArrayBuffer> {
  const counted = new Int16Array(array.length);
  for (let i = 0; i < array.length; i += 1) {
    counted[i] = Math.round(((array[i] ?? 0) * steps) / FULL_RANGE);
  }
  return counted;
}

function countInSteps(part: Part, steps: number, known: Map<Accessor, Accessor>): void {
  const spread = part.getAttribute('POSITION');
  const array = spread?.getArray();
  if (!spread || !array) {
    return;
  }
  const counted = known.get(spread) ?? spread.clone().setNormalized(false).setArray(inSteps(array, steps));
  known.set(spread, counted);
  part.setAttribute('POSITION', counted);
}

function nodesOf(mesh: Mesh): Node[] {
  return mesh.listParents().filter((parent) => parent instanceof Node);
}

type Shrinking = { steps: number; scaled: Set<Skin | InstancedMesh> };

/** Scales a node's content down by the number of steps. */
function shrink(document: Document, node: Node, { steps, scaled }: Shrinking): void {
  const skin = node.getSkin();
  const instances = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  if (skin && !scaled.has(skin)) {
    scaled.add(skin);
    shrinkSkin(skin, steps);
  } else if (instances && !scaled.has(instances)) {
    scaled.add(instances);
    shrinkInstances(document, instances, steps);
  } else if (!skin && !instances) {
    const [x, y, z] = node.getScale();
    node.setScale([x / steps, y / steps, z / steps]);
  }
}

function shrinkSkin(skin: Skin, steps: number): void {
  const matrices = skin.getInverseBindMatrices()?.clone();
  const array = matrices?.getArray();
  if (matrices && array) {
    // The first three columns are the axes, the last one is the translation.
    matrices.setArray(Float32Array.from(array, (value, i) => (i % 16 < 12 ? value / steps : value)));
    skin.setInverseBindMatrices(matrices);
  }
}

function shrinkInstances(document: Document, instances: InstancedMesh, steps: number): void {
  const scale = instances.getAttribute('SCALE');
  const [any] = instances.listAttributes();
  const sizes = scale?.getArray() ?? new Float32Array((any?.getCount() ?? 0) * 3).fill(1);
  const shrunk = document
    .createAccessor()
    .setType('VEC3')
    .setBuffer(any?.getBuffer() ?? null);
  instances.setAttribute('SCALE', shrunk.setArray(Float32Array.from(sizes, (value) => value / steps)));
}

/** Accessors return stored values; normalised ones are decoded. */
function boxOf(mesh: Mesh): Box3 {
  const box = new Box3();
  for (const primitive of mesh.listPrimitives()) {
    const position = primitive.getAttribute('POSITION');
    if (position && position.getCount() > 0) {
      const [min, max] = [position.getMinNormalized([]), position.getMaxNormalized([])];
      box.union(new Box3().setFromArray([...min, ...max]));
    }
  }
  return box;
}
