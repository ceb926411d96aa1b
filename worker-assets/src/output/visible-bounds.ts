import type { Mesh, Node, Scene } from '@gltf-transform/core';
import { Box3, Matrix4 } from 'three';

/**
 * Bounding boxes of nodes from the corners of their meshes' boxes, which may be larger than the content of a
 * rotated mesh. Every mesh is scanned once, because it may have millions of vertices.
 */
export class VisibleBounds {
  readonly #ofMesh = new Map<Mesh, Box3>();

  /** The box of a scene in world space; skinned meshes count without their skin. */
  ofScene(scene: Scene): Box3 {
    const box = new Box3();
    scene.traverse((node) => {
      box.union(this.#own(node));
    });
    return box;
  }

  /** The box of a node and its descendants in world space. */
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

/** Accessors return stored values; normalised ones are decoded. */
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
