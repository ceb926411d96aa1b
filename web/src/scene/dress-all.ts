import { type Material, Mesh, type Object3D } from 'three';

/**
 * Gives every mesh below some objects another material, and gives back the function that returns them their own.
 * `isShown` says which are drawn at all meanwhile.
 */
export function dressAll(
  objects: readonly Object3D[],
  material: Material,
  isShown: (mesh: Mesh) => boolean = () => true,
): () => void {
  const own: { mesh: Mesh; material: Material | Material[]; isVisible: boolean }[] = [];
  for (const object of objects) {
    object.traverse((mesh) => {
      if (mesh instanceof Mesh) {
        own.push({ mesh, material: mesh.material, isVisible: mesh.visible });
        mesh.visible &&= isShown(mesh);
        mesh.material = material;
      }
    });
  }
  return () => {
    for (const { mesh, material: before, isVisible } of own) {
      mesh.material = before;
      mesh.visible = isVisible;
    }
  };
}
