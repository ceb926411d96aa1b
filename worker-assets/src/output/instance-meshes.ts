import { type Document, type Mesh, Node, Primitive } from '@gltf-transform/core';
import { instance } from '@gltf-transform/functions';

const MIN_INSTANCES = 5;
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
const SOLID: ReadonlySet<number | undefined> = new Set([TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN]);

/**
 * Draws a mesh with five or more nodes as instances, in place. Lines and points are excluded, as they cannot
 * be instanced.
 * Meshes with individual poses are excluded too: those with morph targets, and all in a document with skins.
 */
export async function instanceMeshes(document: Document): Promise<void> {
  const root = document.getRoot();
  if (root.listSkins().length > 0) {
    return;
  }
  const apart = root.listMeshes().filter((mesh) => !mesh.listPrimitives().every(hasInstances));
  const withheld = apart.flatMap(withhold);
  await document.transform(instance({ min: MIN_INSTANCES }));
  for (const giveBack of withheld) {
    giveBack();
  }
}

function hasInstances(primitive: Primitive): boolean {
  return SOLID.has(primitive.getMode()) && primitive.listTargets().length === 0;
}

/** Temporarily gives each node a copy of a mesh that has too few nodes for instancing. */
function withhold(mesh: Mesh): (() => void)[] {
  const nodes = mesh.listParents().filter((parent) => parent instanceof Node);
  return nodes.map((node) => {
    const copy = mesh.clone();
    node.setMesh(copy);
    return () => {
      node.setMesh(mesh);
      copy.dispose();
    };
  });
}
