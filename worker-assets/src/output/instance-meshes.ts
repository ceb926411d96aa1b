import { type Document, type Mesh, Node, Primitive } from '@gltf-transform/core';
import { instance } from '@gltf-transform/functions';

const MIN_INSTANCES = 5;
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
const SOLID: ReadonlySet<number | undefined> = new Set([TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN]);

/**
 * Replaces five or more nodes with the same mesh by GPU instances, in place. Skips lines and points, which
 * cannot be instanced, and individual poses: meshes with morph targets and documents with skins.
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

/**
 * Gives each node of a mesh a temporary copy, so that no copy has enough nodes for instances.
 * @returns functions that undo it.
 */
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
