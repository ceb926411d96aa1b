import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { GltfJson } from '../output/gltf-io.ts';

type GltfNode = NonNullable<GltfJson['nodes']>[number];

/** Vectors with a larger cosine are not orthogonal; a smaller one is a rounding error. */
const SQUARE = 1e-4;
/** Relative scale that replaces zero, because readers divide by it. */
const FLATTEST = 1e-6;
/** Deviation of a quaternion's length from 1 that is a rounding error. */
const UNIT = 1e-4;
/** Jacobi sweeps; each greatly reduces the remaining rotation. */
const SWEEPS = 10;
const PAIRS = [
  [0, 1],
  [1, 2],
  [0, 2],
] as const;

/**
 * Repairs transforms that readers would lose, in place. Zero scales become tiny ones. A node with a shear
 * matrix gets a parent node, because any matrix is a rotation, a scale and another rotation, which two nodes
 * can hold. Readers decompose a matrix to one rotation and one scale.
 * @returns the repairs for the import report, one line each.
 */
export function repairTransforms(json: GltfJson): ImportMessage[] {
  const nodes = json.nodes ?? [];
  const isFlat = nodes.some(({ scale }) => scale?.includes(0));
  const outer = new Map<number, GltfNode>();
  nodes.forEach((node, index) => {
    if (node.scale) {
      node.scale = widened(node.scale);
    }
    if (node.rotation) {
      node.rotation = normalized(node.rotation);
    }
    const matrix = readMatrix(node.matrix);
    if (matrix && !isTurnAndScale(columnsOf(matrix))) {
      outer.set(index, { name: node.name, children: [index], ...split(node, matrix) });
    }
  });
  const places = new Map([...outer.keys()].map((index, i) => [index, nodes.length + i]));
  const above = (index: number) => places.get(index) ?? index;
  for (const node of nodes) {
    node.children = node.children?.map(above);
  }
  for (const scene of json.scenes ?? []) {
    scene.nodes = scene.nodes?.map(above);
  }
  nodes.push(...outer.values());
  return isFlat ? [importMessage('repaired.scales')] : [];
}

function widened(scale: number[]): number[] {
  const largest = Math.max(...scale.map(Math.abs)) || 1;
  return scale.map((value) => (value === 0 ? largest * FLATTEST : value));
}

/** A unit quaternion; no rotation for one without a direction. Sheared transforms of other formats give these. */
function normalized(rotation: number[]): number[] {
  const length = Math.hypot(...rotation);
  if (Math.abs(length - 1) < UNIT) {
    return rotation;
  }
  const isUsable = length > FLATTEST && Number.isFinite(length);
  return isUsable ? rotation.map((value) => value / length) : [0, 0, 0, 1];
}

function readMatrix(values: unknown): Matrix4 | null {
  const isMatrix = Array.isArray(values) && values.length === 16 && values.every(Number.isFinite);
  return isMatrix ? new Matrix4().fromArray(values) : null;
}

function columnsOf(matrix: Matrix4): Vector3[] {
  return [0, 1, 2].map((column) => new Vector3().setFromMatrixColumn(matrix, column));
}

function isTurnAndScale(columns: Vector3[]): boolean {
  const longest = Math.max(...columns.map((column) => column.length()));
  const isFlat = columns.some((column) => column.length() < longest * FLATTEST);
  return !isFlat && PAIRS.every(([i, j]) => Math.abs(cosine(columns[i], columns[j])) < SQUARE);
}

function cosine(a = new Vector3(), b = new Vector3()): number {
  return a.dot(b) / (a.length() * b.length() || 1);
}

/** Leaves the inner rotation in a node. @returns the transform of its new parent. */
function split(node: GltfNode, matrix: Matrix4): Pick<GltfNode, 'translation' | 'rotation' | 'scale'> {
  const images = columnsOf(matrix);
  const axes = columnsOf(new Matrix4());
  // Jacobi iteration: axes rotate until their images are orthogonal.
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const [i, j] of PAIRS) {
      const [a = new Vector3(), b = new Vector3()] = [images[i], images[j]];
      const angle = Math.atan2(2 * a.dot(b), a.lengthSq() - b.lengthSq()) / 2;
      turn(images, [i, j], angle);
      turn(axes, [i, j], angle);
    }
  }
  fillFlat(images);
  const scale = images.map((image) => image.length());
  const [x = new Vector3(), y = new Vector3(), z = new Vector3()] = images.map((image) => image.normalize());
  if (x.clone().cross(y).dot(z) < 0) {
    z.negate();
    scale[2] = -(scale[2] ?? 0);
  }
  delete node.matrix;
  node.rotation = quaternionOf(axes).invert().toArray();
  return {
    translation: new Vector3().setFromMatrixPosition(matrix).toArray(),
    rotation: quaternionOf([x, y, z]).toArray(),
    scale,
  };
}

function turn(vectors: Vector3[], [i, j]: readonly [number, number], angle: number): void {
  const [a = new Vector3(), b = new Vector3()] = [vectors[i], vectors[j]];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  vectors[i] = a.clone().multiplyScalar(cos).addScaledVector(b, sin);
  vectors[j] = b.clone().multiplyScalar(cos).addScaledVector(a, -sin);
}

/** Replaces zero vectors by short ones orthogonal to the others. */
function fillFlat(vectors: Vector3[]): void {
  const [a, b, c] = vectors.toSorted((one, other) => other.lengthSq() - one.lengthSq());
  if (!a || !b || !c) {
    return;
  }
  const least = (a.length() || 1) * FLATTEST;
  if (b.length() < least) {
    b.crossVectors(a, new Vector3(a.y, a.z, -a.x)).setLength(least);
  }
  if (c.length() < least) {
    c.crossVectors(a, b).setLength(least);
  }
}

function quaternionOf([x = new Vector3(), y = new Vector3(), z = new Vector3()]: Vector3[]): Quaternion {
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
}
