import { type BufferGeometry, ExtrudeGeometry, Shape } from 'three';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { NodeGeometry } from '../geometry.ts';

export const stairsGeometry: NodeGeometry<'stairs'> = {
  build: ({ width, rise, run, steps }) => buildUnit(steps).scale(width, rise, run),
  share: ({ width, rise, run, steps }) => ({
    key: `stairs:${steps}`,
    props: { width: 1, rise: 1, run: 1, steps },
    scale: [width, rise, run],
  }),
};

/** Steps one wide, one high and one deep: all others are these, stretched. */
function buildUnit(steps: number): BufferGeometry {
  // The side as seen from +X, where −Z lies to the right.
  const side = new Shape();
  for (let step = 0; step < steps; step++) {
    side.lineTo(step, step + 1);
    side.lineTo(step + 1, step + 1);
  }
  side.lineTo(steps, 0);
  const solid = new ExtrudeGeometry(side, { depth: 1, bevelEnabled: false });
  const geometry = mergeVertices(solid.translate(-steps / 2, -steps / 2, -0.5).rotateY(Math.PI / 2));
  geometry.clearGroups();
  return geometry;
}
