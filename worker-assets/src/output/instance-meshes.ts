import {
  AnimationChannel,
  type Document,
  MathUtils,
  type Mesh,
  type Node,
  Primitive,
  type Scene,
  Skin,
  type vec3,
  type vec4,
} from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { interactiveTargets } from './gltf/interactivity-extension.ts';

const MIN_INSTANCES = 5;
/** Largest difference of a matrix that counts as rounding, relative to the scale. */
const SHEAR = 1e-5;
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
const SOLID: ReadonlySet<number | undefined> = new Set([TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN]);

/** Places of instances by the semantics of EXT_mesh_gpu_instancing, with their values for an unchanged mesh. */
const PLACES = [
  { semantic: 'TRANSLATION', type: 'VEC3', none: [0, 0, 0], of: (node: Node) => node.getWorldTranslation() },
  { semantic: 'ROTATION', type: 'VEC4', none: [0, 0, 0, 1], of: (node: Node) => node.getWorldRotation() },
  { semantic: 'SCALE', type: 'VEC3', none: [1, 1, 1], of: (node: Node) => node.getWorldScale() },
] as const;

/**
 * Replaces five or more nodes with the same mesh by GPU instances, in place. Skips lines and points, which
 * cannot be instanced, and individual poses: meshes with morph targets or skins. Moving and interactive nodes stay, and those
 * with a text alternative. Sheared ones stay too, as an instance has a rotation and a scale only.
 */
export function instanceMeshes(document: Document): void {
  for (const scene of document.getRoot().listScenes()) {
    for (const [mesh, nodes] of findCopies(document, scene)) {
      const hasDepth = mesh.listPrimitives().some(hasVolume) && nodes.some(isScaled);
      if (nodes.length >= MIN_INSTANCES && !hasDepth) {
        scene.addChild(createInstances(document, mesh, nodes));
        for (const node of nodes) {
          removeMesh(node);
        }
      }
    }
  }
}

/** The still nodes of a scene by their meshes. */
function findCopies(document: Document, scene: Scene): Map<Mesh, Node[]> {
  const copies = new Map<Mesh, Node[]>();
  const targets = interactiveTargets(document);
  const visit = (node: Node) => {
    // Descendants move, react and are hidden with the node.
    if (targets.has(node) || node.listParents().some(isMover) || isHiding(node)) {
      return;
    }
    const mesh = node.getMesh();
    if (mesh && canInstance(node, mesh)) {
      const nodes = copies.get(mesh) ?? [];
      nodes.push(node);
      copies.set(mesh, nodes);
    }
    node.listChildren().forEach(visit);
  };
  scene.listChildren().forEach(visit);
  return copies;
}

function isMover(parent: unknown): boolean {
  return parent instanceof AnimationChannel || parent instanceof Skin;
}

function isHiding(node: Node): boolean {
  return node.getExtension('KHR_node_visibility') !== null;
}

function canInstance(node: Node, mesh: Mesh): boolean {
  const isSolid = mesh
    .listPrimitives()
    .every((one) => SOLID.has(one.getMode()) && one.listTargets().length === 0);
  const isPlain = !node.getSkin() && !node.getExtension(EXTMeshGPUInstancing.EXTENSION_NAME);
  return isSolid && isPlain && !('description' in node.getExtras()) && !isSheared(node);
}

function createInstances(document: Document, mesh: Mesh, nodes: readonly Node[]): Node {
  const extension = document.createExtension(EXTMeshGPUInstancing);
  const instances = extension.createInstancedMesh();
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  for (const { semantic, type, none, of } of PLACES) {
    const values = nodes.map((node): readonly number[] => of(node));
    // Its length is the number of instances.
    if (semantic === 'TRANSLATION' || !values.every((value) => MathUtils.eq([...value], [...none]))) {
      const array = Float32Array.from(values.flat());
      const accessor = document.createAccessor().setType(type).setBuffer(buffer).setArray(array);
      instances.setAttribute(semantic, accessor);
    }
  }
  return document.createNode().setMesh(mesh).setExtension(EXTMeshGPUInstancing.EXTENSION_NAME, instances);
}

/** Removes the mesh of a node, and the node with its ancestors where they hold nothing else. */
function removeMesh(node: Node): void {
  node.setMesh(null);
  for (let empty: Node | null = node; empty && isEmpty(empty); ) {
    const parent: Node | null = empty.getParentNode();
    empty.dispose();
    empty = parent;
  }
}

function isEmpty(node: Node): boolean {
  return (
    node.listChildren().length + node.listExtensions().length === 0 &&
    !node.getCamera() &&
    !node.getMesh() &&
    !node.getSkin()
  );
}

function hasVolume(primitive: Primitive): boolean {
  return Boolean(primitive.getMaterial()?.getExtension('KHR_materials_volume'));
}

function isScaled(node: Node): boolean {
  return !MathUtils.eq(node.getWorldScale(), [1, 1, 1]);
}

/** Whether a node with a mesh has another place in the scene than its rotation and scale there describe. */
function isSheared(node: Node): boolean {
  const world = node.getWorldMatrix();
  const [translation, rotation, scale]: [vec3, vec4, vec3] = [
    [0, 0, 0],
    [0, 0, 0, 1],
    [1, 1, 1],
  ];
  MathUtils.decompose(world, translation, rotation, scale);
  const composed = MathUtils.compose(translation, rotation, scale, [...world]);
  const largest = Math.max(...scale.map(Math.abs));
  return world.some((value, i) => Math.abs(value - (composed[i] ?? 0)) > largest * SHEAR && i < 12);
}
