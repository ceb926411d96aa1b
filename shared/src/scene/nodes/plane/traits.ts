import { PlaneGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const planeTraits: NodeTraits<'plane'> = {
  role: 'surface',
  shape: ({ size: [x, z] }) => ({
    key: 'plane',
    scale: [x, 1, z],
    textureMapping: 'projected',
    // three's plane faces +Z.
    build: () => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
  }),
};
