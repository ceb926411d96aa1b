import type { Material, Mesh } from 'three';

/** Materials of a mesh as a list. */
export function materialsOf(mesh: Mesh): Material[] {
  return Array.isArray(mesh.material) ? mesh.material : [mesh.material];
}
