import type { Material, Mesh } from 'three';

/** The materials of a mesh, one or many, as a list. */
export function materialsOf(mesh: Mesh): Material[] {
  return Array.isArray(mesh.material) ? mesh.material : [mesh.material];
}
