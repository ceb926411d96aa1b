import type { BufferGeometry } from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { NodeTraits } from '../traits.ts';

const SEGMENTS = 4;

export const roundedBoxTraits: NodeTraits<'roundedBox'> = {
  role: 'surface',
  // Its edges stay round only under an even scale.
  shape: ({ size: [x, y, z], radius }) => ({
    key: `roundedBox:${x / radius}:${y / radius}:${z / radius}`,
    scale: [radius, radius, radius],
    build: () => buildUnit([x / radius, y / radius, z / radius]),
  }),
};

/** A box whose edges are rounded by one metre. */
function buildUnit(size: readonly [number, number, number]): BufferGeometry {
  const geometry = mergeVertices(new RoundedBoxGeometry(...size, SEGMENTS, 1));
  geometry.clearGroups();
  return geometry;
}
