import { type Document, type Mesh, Node, Primitive } from '@gltf-transform/core';
import { instance } from '@gltf-transform/functions';

const MIN_INSTANCES = 5;
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
const SOLID: ReadonlySet<number | undefined> = new Set([TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN]);

/**
 * Draws five and more nodes that show one mesh as its instances, in place. Lines and points stay apart, as they have no
 * instances, and so does what takes a pose of its own: meshes with targets, and all of a document that has bones.
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

/** Gives each node of a mesh a copy of its own for a while, of which there are too few for instances. */
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
