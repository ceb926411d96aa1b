import type { BufferGeometry } from 'three';
import { type Corner, FacetMesh } from '../facet-mesh.ts';
import type { NodeTraits } from '../traits.ts';

const TIP: Corner = [0, 0.5, 0];
/** Corners of the base, counter-clockwise as seen from below. */
const BASE: readonly [Corner, Corner, Corner, Corner] = [
  [-0.5, -0.5, -0.5],
  [0.5, -0.5, -0.5],
  [0.5, -0.5, 0.5],
  [-0.5, -0.5, 0.5],
];

export const pyramidTraits: NodeTraits<'pyramid'> = {
  role: 'surface',
  shape: ({ size }) => ({ key: 'pyramid', scale: size, textureMapping: 'projected', build: buildUnit }),
};

/** Builds flat faces; a cone of four segments would have smooth sides. */
function buildUnit(): BufferGeometry {
  const mesh = new FacetMesh();
  for (const [i, corner] of BASE.entries()) {
    const next = BASE[(i + 1) % BASE.length] ?? corner;
    mesh.face(mesh.vertex(next, [0, 0]), mesh.vertex(corner, [1, 0]), mesh.vertex(TIP, [0.5, 1]));
  }
  mesh.quad(
    BASE,
    BASE.map(([x, , z]) => [x + 0.5, z + 0.5] as const),
  );
  return mesh.build();
}
