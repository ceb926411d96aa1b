import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { type AnimationChannel, type Document, type Mesh, Node, type Primitive } from '@gltf-transform/core';
import type { Repairs } from './repair.ts';

/**
 * Keeps the default scene, which is the model. A file without a scene, or with only an empty one, shows all
 * its nodes.
 */
export function removeExtraScenes(document: Document): void {
  const root = document.getRoot();
  const scenes = root.listScenes();
  const scene = root.getDefaultScene() ?? scenes[0] ?? document.createScene();
  root.setDefaultScene(scene);
  if (scenes.every((each) => each.listChildren().length === 0)) {
    for (const node of root.listNodes().filter((candidate) => candidate.getParentNode() === null)) {
      scene.addChild(node);
    }
  }
  for (const other of scenes) {
    if (other !== scene) {
      other.dispose();
    }
  }
}

/** Makes joints and skins consistent: a skin applies only to meshes with joint attributes. */
export function repairSkins(document: Document, repairs: Repairs): void {
  const root = document.getRoot();
  for (const mesh of root.listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      repairJoints(primitive, repairs);
    }
    parePlain(mesh, repairs);
  }
  for (const node of root.listNodes()) {
    repairSkin(node, repairs);
  }
  for (const skin of root.listSkins()) {
    // The common root is optional and often wrong, which is a validation error.
    skin.setSkeleton(null);
  }
}

function repairJoints(primitive: Primitive, repairs: Repairs): void {
  const isWhole = primitive.getAttribute('JOINTS_0') && primitive.getAttribute('WEIGHTS_0');
  if (!isWhole && takeOffJoints(primitive)) {
    repairs.add(importMessage('repaired.joint-attributes'));
  }
}

/** @returns whether there were joint attributes to remove. */
function takeOffJoints(primitive: Primitive): boolean {
  const semantics = primitive.listSemantics().filter((name) => /^(JOINTS|WEIGHTS)_/.test(name));
  for (const semantic of semantics) {
    primitive.setAttribute(semantic, null);
  }
  return semantics.length > 0;
}

/** Splits a mesh that is used with and without a skin, because viewers expect a skeleton at both nodes. */
function parePlain(mesh: Mesh, repairs: Repairs): void {
  const nodes = mesh.listParents().filter((parent) => parent instanceof Node);
  const stiff = nodes.filter((node) => !node.getSkin());
  if (stiff.length === 0 || stiff.length === nodes.length) {
    return;
  }
  repairs.add(importMessage('repaired.split-mesh'));
  const plain = mesh.clone();
  for (const primitive of mesh.listPrimitives()) {
    const copy = primitive.clone();
    takeOffJoints(copy);
    plain.removePrimitive(primitive).addPrimitive(copy);
  }
  for (const node of stiff) {
    node.setMesh(plain);
  }
}

function repairSkin(node: Node, repairs: Repairs): void {
  const [skin, parts] = [node.getSkin(), node.getMesh()?.listPrimitives() ?? []];
  if (!skin || parts.length === 0) {
    return;
  }
  if (!parts.some((part) => part.getAttribute('JOINTS_0'))) {
    node.setSkin(null);
    repairs.add(importMessage('repaired.skins'));
    return;
  }
  const count = skin.listJoints().length;
  for (const part of parts) {
    for (const semantic of part.listSemantics().filter((name) => name.startsWith('JOINTS_'))) {
      const joints = part.getAttribute(semantic);
      const array = joints?.getArray();
      if (joints && array?.some((joint) => joint >= count)) {
        joints.setArray(array.map((joint) => (joint < count ? joint : 0)));
        repairs.add(importMessage('repaired.joints'));
      }
    }
  }
}

/** Removes channels without a valid node, duplicate channels and animations without channels. */
export function repairAnimations(document: Document, repairs: Repairs): void {
  for (const animation of document.getRoot().listAnimations()) {
    const moved = new Map<unknown, Set<unknown>>();
    for (const channel of animation.listChannels()) {
      const paths = moved.get(channel.getTargetNode()) ?? new Set();
      moved.set(channel.getTargetNode(), paths);
      if (!isSoundChannel(channel) || paths.has(channel.getTargetPath())) {
        repairs.add(importMessage('repaired.movements'));
        channel.dispose();
      }
      paths.add(channel.getTargetPath());
    }
    if (animation.listChannels().length === 0) {
      animation.dispose();
    }
  }
}

/** Components of each animated property. */
const VALUE_SIZES: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3, weights: 1 };

/** Whether the channel has a node, a property and a value for each time. */
function isSoundChannel(channel: AnimationChannel): boolean {
  const node = channel.getTargetNode();
  const sampler = channel.getSampler();
  const times = sampler?.getInput()?.getCount() ?? 0;
  const output = sampler?.getOutput();
  const values = output?.getCount() ?? 0;
  const targets = node?.getMesh()?.listPrimitives()[0]?.listTargets().length ?? 0;
  const path = channel.getTargetPath();
  const perTime = path === 'weights' ? targets : 1;
  const perValue = sampler?.getInterpolation() === 'CUBICSPLINE' ? 3 : 1;
  const hasValues = times > 0 && values > 0 && values === times * perTime * perValue;
  return node !== null && hasValues && output?.getElementSize() === VALUE_SIZES[path ?? ''];
}
