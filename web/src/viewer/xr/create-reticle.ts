import { BufferGeometry, Mesh, MeshBasicMaterial, Vector3 } from 'three';

/** Sizes in metres. */
const INNER = 0.085;
const OUTER = 0.1;
const CORNERS = 48;

/**
 * Creates a ring that marks a possible position of a scene; its matrix places it. Its geometry is built here, because
 * three.js' class would be an additional download for every visitor. The caller disposes of geometry and material.
 */
export function createReticle(): Mesh<BufferGeometry, MeshBasicMaterial> {
  const points: Vector3[] = [];
  const faces: number[] = [];
  for (let corner = 0; corner < CORNERS; corner += 1) {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    const way = new Vector3(Math.sin(angle), 0, Math.cos(angle));
    points.push(way.clone().multiplyScalar(INNER), way.clone().multiplyScalar(OUTER));
    const at = corner * 2;
    const next = (at + 2) % (CORNERS * 2);
    faces.push(at, at + 1, next, next, at + 1, next + 1);
  }
  const geometry = new BufferGeometry().setFromPoints(points).setIndex(faces);
  const ring = new Mesh(geometry, new MeshBasicMaterial({ color: '#ffffff', toneMapped: false }));
  ring.matrixAutoUpdate = false;
  ring.frustumCulled = false;
  return ring;
}
