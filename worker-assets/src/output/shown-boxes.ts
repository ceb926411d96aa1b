import type { Mesh, Node, Scene } from '@gltf-transform/core';
import { Box3, Matrix4 } from 'three';

/**
 * Bounding boxes of nodes, from the corners of their meshes' boxes. A rotated mesh may get a box that is
 * too large.
 * Each mesh is scanned once, as it may have millions of vertices.
 */
export class ShownBoxes {
  readonly #ofMesh = new Map<Mesh, Box3>();

  /** Bounds of a scene in world space; skinned meshes count in their bind pose. */
  ofScene(scene: Scene): Box3 {
    const box = new Box3();
    scene.traverse((node) => {
      box.union(this.#own(node));
    });
    return box;
  }

  /** Bounds of a node and its descendants in world space. */
  ofNode(node: Node): Box3 {
    const box = new Box3();
    node.traverse((below) => {
      box.union(this.#own(below));
    });
    return box;
  }

  #own(node: Node): Box3 {
    const mesh = node.getMesh();
    if (!mesh) {
      return new Box3();
    }
    const box = this.#ofMesh.get(mesh) ?? boxOf(mesh);
    this.#ofMesh.set(mesh, box);
    return box.clone().applyMatrix4(new Matrix4().fromArray(node.getWorldMatrix()));
  }
}

/** The accessors return stored values; normalised ones are decoded. */
function boxOf(mesh: Mesh): Box3 {
  const box = new Box3();
  for (const primitive of mesh.listPrimitives()) {
    const position = primitive.getAttribute('POSITION');
    if (position && position.getCount() > 0) {
      const [min, max] = [position.getMinNormalized([]), position.getMaxNormalized([])];
      box.union(new Box3().setFromArray([...min, ...max]));
    }
  }
  return box;
}
