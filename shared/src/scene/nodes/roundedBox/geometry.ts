import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { NodeGeometry } from '../geometry.ts';

const SEGMENTS = 4;

export const roundedBoxGeometry: NodeGeometry<'roundedBox'> = {
  build: ({ size, radius }) => {
    const geometry = mergeVertices(new RoundedBoxGeometry(...size, SEGMENTS, radius));
    geometry.clearGroups();
    return geometry;
  },
  // Its edges stay round only under an even scale.
  share: ({ size: [x, y, z], radius }) => ({
    key: `roundedBox:${x / radius}:${y / radius}:${z / radius}`,
    props: { size: [x / radius, y / radius, z / radius], radius: 1 },
    scale: [radius, radius, radius],
  }),
};
