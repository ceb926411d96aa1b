import { type Material, Mesh, type Object3D } from 'three';

/**
 * Overrides the material of every mesh below some objects. Returns a function that restores them.
 * @param isShown - which objects stay visible meanwhile
 */
export function overrideMaterials(
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
