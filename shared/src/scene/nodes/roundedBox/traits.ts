import { BoxGeometry, type BufferGeometry } from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import type { NodeTraits } from '../traits.ts';

const SEGMENTS = 4;

export const roundedBoxTraits: NodeTraits<'roundedBox'> = {
  role: 'surface',
  // The edges stay round only under uniform scale.
  shape: ({ size: [x, y, z], radius }) => ({
    key: `roundedBox:${x / radius}:${y / radius}:${z / radius}`,
    scale: [radius, radius, radius],
    textureMapping: 'projected',
    build: () => buildUnit([x / radius, y / radius, z / radius]),
  }),
};

/**
 * A box with an edge radius of one metre. Three's geometry is not indexed; this one shares the vertices of
 * the original box.
 */
function buildUnit(size: readonly [number, number, number]): BufferGeometry {
  const rounded = new RoundedBoxGeometry(...size, SEGMENTS, 1);
  const parts = 2 * SEGMENTS + 1;
  const shared = new BoxGeometry(1, 1, 1, parts, parts, parts);
  for (const name of ['position', 'normal', 'uv']) {
    const [from, to] = [rounded.getAttribute(name), shared.getAttribute(name)];
    shared.index?.array.forEach((vertex, corner) => {
      for (let i = 0; i < to.itemSize; i += 1) {
        to.setComponent(vertex, i, from.getComponent(corner, i));
      }
    });
  }
  shared.clearGroups();
  return shared;
}
