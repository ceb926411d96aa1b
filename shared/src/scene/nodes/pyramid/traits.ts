import { BufferGeometry, Float32BufferAttribute } from 'three';
import type { NodeTraits } from '../traits.ts';

/** Corners of the base, counter-clockwise as seen from below. */
const BASE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;

export const pyramidTraits: NodeTraits<'pyramid'> = {
  role: 'surface',
  shape: ({ size }) => ({ key: 'pyramid', scale: size, textureMapping: 'projected', build: buildUnit }),
};

/** Builds flat faces without shared vertices; a cone of four segments would have smooth sides. */
function buildUnit(): BufferGeometry {
  const positions: number[] = [];
  const uvs: number[] = [];
  for (const [i, [x, z]] of BASE.entries()) {
    const [nextX, nextZ] = BASE[(i + 1) % BASE.length] ?? BASE[0];
    positions.push(nextX, -0.5, nextZ, x, -0.5, z, 0, 0.5, 0);
    uvs.push(0, 0, 1, 0, 0.5, 1);
  }
  for (const [x, z] of BASE) {
    positions.push(x, -0.5, z);
    uvs.push(x + 0.5, z + 0.5);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2));
  geometry.setIndex([...Array(12).keys(), 12, 13, 14, 12, 14, 15]);
  geometry.computeVertexNormals();
  return geometry;
}
