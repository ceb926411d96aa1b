import type { Mesh, Node, Scene } from '@gltf-transform/core';
import { Box3, Matrix4 } from 'three';

/**
 * Boxes around what nodes show, by the corners of the boxes of their meshes: a turned mesh may get a larger one than it
 * fills. Every mesh is looked through once, as it may have millions of vertices.
 */
export class ShownBoxes {
  readonly #ofMesh = new Map<Mesh, Box3>();

  /** Around what a scene shows, in the scene; skinned meshes count as they lie in the file. */
  ofScene(scene: Scene): Box3 {
    const box = new Box3();
    scene.traverse((node) => {
      box.union(this.#own(node));
    });
    return box;
  }

  /** Around what a node shows with all below it, in the scene. */
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

/** The accessors tell their numbers as they are stored; normalised ones are decoded. */
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
