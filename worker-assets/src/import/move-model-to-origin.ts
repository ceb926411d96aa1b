import { boxOf, farOffset, type Offset } from '@diorama/shared/domain/far-offset.ts';
import type { Accessor, AnimationSampler, Document, Mesh, Node, Primitive } from '@gltf-transform/core';
import { Box3, Matrix3, Matrix4, Vector3 } from 'three';
import { shownNodes } from '../output/measure.ts';
import { instanceMatrices } from './describe-model.ts';

/**
 * Moves a model at map coordinates to the origin, in place, by the translations of its nodes in 64 bits.
 * @returns the subtracted vector in metres with Y up; null for a model that stays.
 */
export function moveModelToOrigin(document: Document): Offset | null {
  const shown = [...shownNodes(document)];
  for (const mesh of document.getRoot().listMeshes()) {
    moveMesh(mesh, document);
  }
  const box = shown.reduce((all, node) => all.union(boxOfNode(node)), new Box3());
  const offset = farOffset({ min: box.min.toArray(), max: box.max.toArray() });
  if (offset) {
    const [scene] = document.getRoot().listScenes();
    for (const node of scene?.listChildren() ?? []) {
      moveNode(document, { node, by: new Vector3(...offset), size: sizeOf(box) });
    }
    // The file alone is enough to restore the position.
    document.getRoot().getAsset().extras = { ...extrasOf(document), originOffset: offset };
  }
  return offset;
}

function extrasOf(document: Document): object {
  const { extras } = document.getRoot().getAsset();
  return typeof extras === 'object' && extras !== null ? extras : {};
}

/** Moves vertices far from the origin of their mesh, and compensates in the nodes of the mesh. */
function moveMesh(mesh: Mesh, document: Document): void {
  const nodes = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh() === mesh);
  const parts = mesh.listPrimitives();
  const { min, max } = boxOfParts(parts);
  const offset = farOffset({ min: min.toArray(), max: max.toArray() });
  const isBound = nodes.some(
    (node) => node.getSkin() || node.listExtensions().length > 0 || isAnimated(document, node),
  );
  const accessors = new Set(parts.flatMap((part) => part.getAttribute('POSITION') ?? []));
  const isShared = [...accessors].some((accessor) =>
    accessor
      .listParents()
      .some((parent) => parent.propertyType === 'Primitive' && !parts.includes(parent as Primitive)),
  );
  if (!offset || isBound || isShared) {
    return;
  }
  for (const accessor of accessors) {
    subtract(accessor, offset);
  }
  for (const node of nodes) {
    const moved = new Vector3(...offset).applyMatrix3(turnOf(node));
    node.setTranslation(new Vector3(...node.getTranslation()).add(moved).toArray());
    for (const child of node.listChildren()) {
      translate(document, child, new Vector3(...offset));
    }
  }
}

/** Rotation and scale of a node. */
function turnOf(node: Node): Matrix3 {
  return new Matrix3().setFromMatrix4(new Matrix4().fromArray(node.getMatrix()));
}

function boxOfParts(parts: readonly Primitive[]): Box3 {
  const box = new Box3();
  for (const part of parts) {
    const position = part.getAttribute('POSITION');
    if (position && position.getCount() > 0) {
      const { min, max } = boxOf(position.getArray() ?? []);
      box.union(new Box3(new Vector3(...min), new Vector3(...max)));
    }
  }
  return box;
}

/** The box of a node's mesh in the scene. For a skinned mesh, the box of its joints. */
function boxOfNode(node: Node): Box3 {
  const mesh = node.getMesh();
  const skin = node.getSkin();
  if (mesh && skin) {
    return new Box3().setFromPoints(
      skin.listJoints().map((joint) => new Vector3(...joint.getWorldTranslation())),
    );
  }
  const own = mesh ? boxOfParts(mesh.listPrimitives()) : new Box3();
  const world = new Matrix4().fromArray(node.getWorldMatrix());
  const copies = instanceMatrices(node) ?? [new Matrix4()];
  return own.isEmpty()
    ? own
    : copies.reduce((box, copy) => box.union(own.clone().applyMatrix4(copy.premultiply(world))), new Box3());
}

function sizeOf(box: Box3): number {
  const size = box.getSize(new Vector3());
  return Math.max(size.x, size.y, size.z);
}

type Move = { node: Node; by: Vector3; size: number };

/**
 * Subtracts a vector from the position of a node and its descendants. Large translations are changed
 * themselves, because a difference of two large ones has no precision in 32 bits.
 */
function moveNode(document: Document, { node, by, size }: Move): void {
  const isHolder = node.getMesh() === null && node.getSkin() === null && node.listChildren().length > 0;
  const isNear = new Vector3(...node.getTranslation()).length() < size + by.length() / 2;
  const turn = turnOf(node);
  if (isHolder && isNear && turn.determinant() !== 0 && !isJoint(node)) {
    const inner = by.clone().applyMatrix3(turn.invert());
    for (const child of node.listChildren()) {
      moveNode(document, { node: child, by: inner, size: size * (inner.length() / by.length()) });
    }
    return;
  }
  translate(document, node, by);
}

/** Subtracts a vector from a node's translation and from its animated translations. */
function translate(document: Document, node: Node, by: Vector3): void {
  node.setTranslation(new Vector3(...node.getTranslation()).sub(by).toArray());
  for (const sampler of translationsOf(document, node)) {
    const output = sampler.getOutput()?.clone();
    const values = sampler.getInterpolation() === 'CUBICSPLINE' ? 3 : 1;
    if (output) {
      // Each value of a spline is between two tangents.
      subtract(output, by.toArray(), (i) => values === 1 || i % values === 1);
      sampler.setOutput(output);
    }
  }
}

function translationsOf(document: Document, node: Node): AnimationSampler[] {
  return document
    .getRoot()
    .listAnimations()
    .flatMap((animation) => animation.listChannels())
    .filter((channel) => channel.getTargetNode() === node && channel.getTargetPath() === 'translation')
    .flatMap((channel) => channel.getSampler() ?? []);
}

function isAnimated(document: Document, node: Node): boolean {
  return document
    .getRoot()
    .listAnimations()
    .some((animation) => animation.listChannels().some((channel) => channel.getTargetNode() === node));
}

function isJoint(node: Node): boolean {
  return node.listParents().some((parent) => parent.propertyType === 'Skin');
}

function subtract(accessor: Accessor, by: readonly number[], isMoved = (_: number) => true): void {
  const array = Float32Array.from(accessor.getArray() ?? [], (value, i) =>
    isMoved(Math.floor(i / 3)) ? value - (by[i % 3] ?? 0) : value,
  );
  accessor.setArray(array).setNormalized(false);
}
