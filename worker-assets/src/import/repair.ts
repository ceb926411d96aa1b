import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  type Accessor,
  type Document,
  type Mesh,
  Node,
  type Primitive,
  type TypedArray,
} from '@gltf-transform/core';
import { listTextureInfoByMaterial } from '@gltf-transform/functions';
import { readableNames } from './readable-names.ts';
import { addTangentSpace, clampMaterials, nameCoordinatesOnce, nameMaterials } from './repair-materials.ts';
import { removeExtraScenes, repairAnimations, repairSkins } from './repair-scene.ts';

/** Repairs as texts for the import report. */
export type Repairs = Set<ImportMessage>;

/**
 * Repairs errors that break viewers or fail the validator. Covers invalid numbers, indices beyond the
 * vertices, incomplete triangles, normals and tangents without unit length, weights that do not add up, skins
 * without a matching mesh, animations without a matching node, and shared or undisplayable names.
 */
export function repair(document: Document): Repairs {
  const repairs: Repairs = new Set();
  const seen = new Set<Accessor>();
  nameCoordinatesOnce(document);
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (!primitive.getAttribute('POSITION')) {
        mesh.removePrimitive(primitive);
        repairs.add(importMessage('repaired.parts'));
        continue;
      }
      repairPrimitive(primitive, seen, repairs);
      repairIndices(document, primitive, repairs);
      if (isEmpty(primitive)) {
        mesh.removePrimitive(primitive);
        continue;
      }
      addMissingCoordinates(document, primitive, repairs);
    }
    repairTargetWeights(mesh, repairs);
  }
  repairSkins(document, repairs);
  removeExtraScenes(document);
  repairAnimations(document, repairs);
  addTangentSpace(document, repairs);
  nameMaterials(document);
  readableNames(document);
  clampMaterials(document, repairs);
  return repairs;
}

function isEmpty(primitive: Primitive): boolean {
  const indices = primitive.getIndices();
  return primitive.getAttribute('POSITION')?.getCount() === 0 || indices?.getCount() === 0;
}

/** Adjusts the number of weights to the number of morph targets. */
function repairTargetWeights(mesh: Mesh, repairs: Repairs): void {
  const targets = mesh.listPrimitives()[0]?.listTargets().length ?? 0;
  const holders = [mesh, ...mesh.listParents().filter((parent) => parent instanceof Node)];
  for (const holder of holders) {
    const weights = holder.getWeights();
    if (weights.length > 0 && weights.length !== targets) {
      holder.setWeights(Array.from({ length: targets }, (_, i) => weights[i] ?? 0));
      repairs.add(importMessage('repaired.morph-shares'));
    }
  }
}

/** Components of each vertex attribute; other attributes may have any number. */
const ELEMENT_SIZES: Readonly<Record<string, readonly number[]>> = {
  NORMAL: [3],
  TANGENT: [4],
  TEXCOORD: [2],
  COLOR: [3, 4],
  JOINTS: [4],
  WEIGHTS: [4],
};

function fits(accessor: Accessor, semantic: string): boolean {
  return ELEMENT_SIZES[semantic.replace(/_\d+$/, '')]?.includes(accessor.getElementSize()) ?? true;
}

function repairPrimitive(primitive: Primitive, seen: Set<Accessor>, repairs: Repairs): void {
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  for (const semantic of primitive.listSemantics()) {
    const accessor = primitive.getAttribute(semantic);
    if (!accessor) {
      continue;
    }
    if (accessor.getCount() !== vertices || !fits(accessor, semantic)) {
      primitive.setAttribute(semantic, null);
      repairs.add(importMessage('repaired.vertex-data'));
    } else if (!seen.has(accessor)) {
      seen.add(accessor);
      repairAccessor(accessor, semantic, repairs);
    }
  }
}

/** Adds constant coordinates when a material needs missing ones, which shows one texel as most viewers do. */
function addMissingCoordinates(document: Document, primitive: Primitive, repairs: Repairs): void {
  const material = primitive.getMaterial();
  const infos = material ? listTextureInfoByMaterial(material) : [];
  const sets = infos.length > 0 ? Math.max(...infos.map((info) => info.getTexCoord())) + 1 : 0;
  const position = primitive.getAttribute('POSITION');
  for (let set = 0; set < sets; set += 1) {
    const semantic = `TEXCOORD_${set}`;
    if (position && !primitive.getAttribute(semantic)) {
      const array = new Float32Array(position.getCount() * 2);
      const accessor = document
        .createAccessor()
        .setType('VEC2')
        .setArray(array)
        .setBuffer(position.getBuffer());
      primitive.setAttribute(semantic, accessor);
      repairs.add(importMessage('repaired.texture-coordinates'));
    }
  }
}

function repairAccessor(accessor: Accessor, semantic: string, repairs: Repairs): void {
  if (removeNonNumbers(accessor)) {
    repairs.add(importMessage('repaired.numbers'));
  }
  if (semantic === 'NORMAL' && normalise(accessor, [0, 1, 0])) {
    repairs.add(importMessage('repaired.normals'));
  }
  if (semantic === 'TANGENT' && normalise(accessor, [1, 0, 0])) {
    repairs.add(importMessage('repaired.tangents'));
  }
  if (semantic === 'WEIGHTS_0' && normaliseWeights(accessor)) {
    repairs.add(importMessage('repaired.joint-weights'));
  }
}

function removeNonNumbers(accessor: Accessor): boolean {
  const array = accessor.getArray();
  if (!(array instanceof Float32Array) || isFiniteThroughout(array)) {
    return false;
  }
  accessor.setArray(array.map((value) => (Number.isFinite(value) ? value : 0)));
  return true;
}

/** A loop, because `every` takes ten times as long on the millions of numbers of a scan. */
function isFiniteThroughout(array: Float32Array): boolean {
  for (let i = 0; i < array.length; i += 1) {
    if (!Number.isFinite(array[i])) {
      return false;
    }
  }
  return true;
}

/** Tolerance of the validator for unit vectors. */
const LENGTH_TOLERANCE = 0.0005;

/** Normalises the first three components of every element, in place. Zero vectors become `fallback`. */
function normalise(accessor: Accessor, fallback: readonly number[]): boolean {
  const array = accessor.getArray();
  // Quantised normals are as close to length 1 as their bits allow.
  if (!(array instanceof Float32Array)) {
    return false;
  }
  const size = accessor.getElementSize();
  let isChanged = false;
  for (let at = 0; at < array.length; at += size) {
    const [x, y, z] = [array[at] ?? 0, array[at + 1] ?? 0, array[at + 2] ?? 0];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (Math.abs(length - 1) > LENGTH_TOLERANCE) {
      isChanged = true;
      array.set(length > 0 ? [x / length, y / length, z / length] : fallback, at);
    }
  }
  return isChanged;
}

function normaliseWeights(accessor: Accessor): boolean {
  let isChanged = false;
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i += 1) {
    accessor.getElement(i, element);
    const sum = element.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) > LENGTH_TOLERANCE) {
      isChanged = true;
      // Vertices without a joint follow the first joint, as in common viewers.
      accessor.setElement(
        i,
        element.map((weight, at) => (sum > 0 ? weight / sum : Number(at === 0))),
      );
    }
  }
  return isChanged;
}

/** Vertices of a primitive by draw mode, lines and triangles; other modes have been converted to these. */
const CORNERS: Readonly<Record<number, number>> = { 1: 2, 4: 3 };

function repairIndices(document: Document, primitive: Primitive, repairs: Repairs): void {
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const corners = CORNERS[primitive.getMode()] ?? 1;
  const indices = primitive.getIndices();
  const array = indices?.getArray();
  const count = array?.length ?? vertices;
  const isWhole = count % corners === 0;
  if (isWhole && (!array || isBelowThroughout(array, vertices))) {
    return;
  }
  repairs.add(isWhole ? importMessage('repaired.triangles') : importMessage('repaired.triangle'));
  const kept: number[] = [];
  for (let i = 0; i + corners <= count; i += corners) {
    const part = Array.from({ length: corners }, (_, k) => array?.[i + k] ?? i + k);
    if (part.every((corner) => corner < vertices)) {
      kept.push(...part);
    }
  }
  const buffer = primitive.getAttribute('POSITION')?.getBuffer() ?? null;
  const made = indices?.clone() ?? document.createAccessor().setBuffer(buffer);
  primitive.setIndices(made.setArray(Uint32Array.from(kept)));
}

function isBelowThroughout(array: TypedArray, limit: number): boolean {
  for (let i = 0; i < array.length; i += 1) {
    if ((array[i] ?? 0) >= limit) {
      return false;
    }
  }
  return true;
}
