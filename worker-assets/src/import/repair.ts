import type { Accessor, Document, Primitive, TypedArray } from '@gltf-transform/core';
import { listTextureInfoByMaterial } from '@gltf-transform/functions';

/** What had to be mended, in words for the import report. */
export type Repairs = Set<string>;

/**
 * Mends what breaks viewers and what the validator calls an error: numbers that are none, indices beyond the vertices,
 * normals and tangents of any length but one, weights that do not add up, and names that materials share.
 */
export function repair(document: Document): Repairs {
  const repairs: Repairs = new Set();
  const seen = new Set<Accessor>();
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (!primitive.getAttribute('POSITION')) {
        mesh.removePrimitive(primitive);
        repairs.add('Parts without positions were removed.');
        continue;
      }
      repairPrimitive(primitive, seen, repairs);
      addMissingCoordinates(document, primitive, repairs);
    }
  }
  for (const skin of document.getRoot().listSkins()) {
    // The common root is optional, often wrong, and then an error.
    skin.setSkeleton(null);
  }
  keepOneScene(document);
  repairAnimations(document);
  nameMaterials(document);
  clampMaterials(document, repairs);
  return repairs;
}

function repairPrimitive(primitive: Primitive, seen: Set<Accessor>, repairs: Repairs): void {
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  for (const semantic of primitive.listSemantics()) {
    const accessor = primitive.getAttribute(semantic);
    if (!accessor) {
      continue;
    }
    if (accessor.getCount() !== vertices) {
      primitive.setAttribute(semantic, null);
      repairs.add('Vertex data of the wrong length was removed.');
    } else if (!seen.has(accessor)) {
      seen.add(accessor);
      repairAccessor(accessor, semantic, repairs);
    }
  }
  repairIndices(primitive, vertices, repairs);
}

/** A material that reads coordinates which its mesh lacks shows one corner of its pictures, as most viewers do. */
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
      repairs.add('Texture coordinates that a material needs were missing.');
    }
  }
}

function repairAccessor(accessor: Accessor, semantic: string, repairs: Repairs): void {
  if (removeNonNumbers(accessor)) {
    repairs.add('Numbers that are not finite were replaced by 0.');
  }
  if (semantic === 'NORMAL' && normalise(accessor, [0, 1, 0])) {
    repairs.add('Normals were brought to length 1.');
  }
  if (semantic === 'TANGENT' && normalise(accessor, [1, 0, 0])) {
    repairs.add('Tangents were brought to length 1.');
  }
  if (semantic === 'WEIGHTS_0' && normaliseWeights(accessor)) {
    repairs.add('Joint weights were made to add up.');
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

/** A loop, as `every` takes ten times as long for the millions of numbers that a scan has. */
function isFiniteThroughout(array: Float32Array): boolean {
  for (let i = 0; i < array.length; i += 1) {
    if (!Number.isFinite(array[i])) {
      return false;
    }
  }
  return true;
}

/** What the validator forgives. */
const LENGTH_TOLERANCE = 0.0005;

/** Brings the first three numbers of every element to length 1, in place; those of no length become `fallback`. */
function normalise(accessor: Accessor, fallback: readonly number[]): boolean {
  const array = accessor.getArray();
  // Quantised normals are as near to 1 as their bits allow.
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
    if (Math.abs(sum - 1) > LENGTH_TOLERANCE && sum > 0) {
      isChanged = true;
      accessor.setElement(
        i,
        element.map((weight) => weight / sum),
      );
    }
  }
  return isChanged;
}

function repairIndices(primitive: Primitive, vertices: number, repairs: Repairs): void {
  const indices = primitive.getIndices();
  const array = indices?.getArray();
  if (!indices || !array || isBelowThroughout(array, vertices)) {
    return;
  }
  repairs.add('Triangles that named vertices beyond the last one were removed.');
  const kept: number[] = [];
  for (let i = 0; i + 2 < array.length; i += 3) {
    const corners = [array[i] ?? 0, array[i + 1] ?? 0, array[i + 2] ?? 0];
    if (corners.every((corner) => corner < vertices)) {
      kept.push(...corners);
    }
  }
  primitive.setIndices(indices.clone().setArray(Uint32Array.from(kept)));
}

function isBelowThroughout(array: TypedArray, limit: number): boolean {
  for (let i = 0; i < array.length; i += 1) {
    if ((array[i] ?? 0) >= limit) {
      return false;
    }
  }
  return true;
}

/** A model is its default scene; a file without any is meant to show all of its nodes. */
function keepOneScene(document: Document): void {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  if (!scene) {
    const made = document.createScene();
    root.setDefaultScene(made);
    for (const node of root.listNodes().filter((candidate) => candidate.getParentNode() === null)) {
      made.addChild(node);
    }
    return;
  }
  root.setDefaultScene(scene);
  for (const other of root.listScenes()) {
    if (other !== scene) {
      other.dispose();
    }
  }
}

/** A channel without a target or keys moves nothing, and a clip without channels is an error. */
function repairAnimations(document: Document): void {
  for (const animation of document.getRoot().listAnimations()) {
    for (const channel of animation.listChannels()) {
      const sampler = channel.getSampler();
      if (!channel.getTargetNode() || !sampler?.getInput()?.getCount() || !sampler.getOutput()?.getCount()) {
        channel.dispose();
      }
    }
    if (animation.listChannels().length === 0) {
      animation.dispose();
    }
  }
}

/** Scenes replace materials by name, so each needs one of its own. */
function nameMaterials(document: Document): void {
  const taken = new Set<string>();
  for (const material of document.getRoot().listMaterials()) {
    const base = material.getName().trim().slice(0, 180) || 'Material';
    let name = base;
    for (let i = 2; taken.has(name); i += 1) {
      name = `${base} ${i}`;
    }
    taken.add(name);
    material.setName(name);
  }
}

/** Tools write colours brighter than white, and transparencies beyond none; glTF knows no such. */
function clampMaterials(document: Document, repairs: Repairs): void {
  const clamp = (value: number) => {
    const within = Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
    if (within !== value) {
      repairs.add('Values of materials that were out of range were brought into it.');
    }
    return within;
  };
  for (const material of document.getRoot().listMaterials()) {
    const [red, green, blue, alpha] = material.getBaseColorFactor();
    material.setBaseColorFactor([clamp(red), clamp(green), clamp(blue), clamp(alpha)]);
    const [r, g, b] = material.getEmissiveFactor();
    material.setEmissiveFactor([clamp(r), clamp(g), clamp(b)]);
    material.setMetallicFactor(clamp(material.getMetallicFactor()));
    material.setRoughnessFactor(clamp(material.getRoughnessFactor()));
    material.setOcclusionStrength(clamp(material.getOcclusionStrength()));
  }
}
