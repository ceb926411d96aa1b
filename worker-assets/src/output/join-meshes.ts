import { type Document, type Mesh, Node, Primitive } from '@gltf-transform/core';
import {
  clearNodeTransform,
  convertPrimitiveToLines,
  convertPrimitiveToTriangles,
  flatten,
  join,
} from '@gltf-transform/functions';
import { mappingsByMaterial, restoreMappings } from './gltf/variants.ts';

/** Models with up to this number of meshes keep their node tree, because users know it. */
const FEW_PARTS = 32;
const { LINE_LOOP, LINE_STRIP, TRIANGLE_FAN, TRIANGLE_STRIP } = Primitive.Mode;

/**
 * Joins static meshes with the same material, in place, to reduce draw calls. Materials stay separate,
 * because users replace them by name. A mesh shared by several nodes stays shared. Transparent meshes stay
 * separate, because renderers sort them by distance.
 */
export async function joinMeshes(document: Document): Promise<void> {
  const drawn = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh());
  if (drawn.length <= FEW_PARTS) {
    return;
  }
  drawn.filter(canJoin).flatMap(primitivesOf).forEach(splitStrip);
  const mappings = mappingsByMaterial(document);
  await document.transform(flatten(), join({ filter: canJoin }));
  restoreMappings(document, mappings);
  gather(document);
}

function primitivesOf(node: Node): Primitive[] {
  return node.getMesh()?.listPrimitives() ?? [];
}

/** Converts strips, loops and fans to lists: joined strips need an extension with little support. */
function splitStrip(primitive: Primitive): void {
  const mode = primitive.getMode();
  if (mode === LINE_STRIP || mode === LINE_LOOP) {
    convertPrimitiveToLines(primitive);
  } else if (mode === TRIANGLE_STRIP || mode === TRIANGLE_FAN) {
    convertPrimitiveToTriangles(primitive);
  }
}

function canJoin(node: Node): boolean {
  return isAlone(node) && primitivesOf(node).every((one) => one.getMaterial()?.getAlphaMode() !== 'BLEND');
}

function isAlone(node: Node): boolean {
  return nodesOf(node.getMesh()) <= 1;
}

function nodesOf(mesh: Mesh | null): number {
  return mesh?.listParents().filter((parent) => parent instanceof Node).length ?? 0;
}

/** Merges the joined meshes into one, so that they share a quantisation grid. */
function gather(document: Document): void {
  for (const scene of document.getRoot().listScenes()) {
    const [first, ...others] = scene.listChildren().filter(isBare).map(clearNodeTransform);
    const whole = first?.getMesh();
    for (const node of others) {
      const mesh = node.getMesh();
      for (const primitive of mesh?.listPrimitives() ?? []) {
        whole?.addPrimitive(primitive);
      }
      mesh?.dispose();
      node.dispose();
    }
  }
}

/**
 * Whether a node only has a mesh. Animations, children and other users of it would be among its parents or
 * children.
 */
function isBare(node: Node): boolean {
  const mesh = node.getMesh();
  return (
    mesh !== null &&
    canJoin(node) &&
    node.getSkin() === null &&
    node.getCamera() === null &&
    node.listExtensions().length === 0 &&
    node.listChildren().length === 0 &&
    node.listParents().every((parent) => parent.propertyType === 'Scene' || parent.propertyType === 'Root') &&
    mesh.listPrimitives().every((primitive) => primitive.listTargets().length === 0)
  );
}
