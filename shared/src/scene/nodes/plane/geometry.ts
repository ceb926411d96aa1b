import { PlaneGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const planeGeometry: NodeGeometry<'plane'> = {
  // three's plane faces +Z.
  build: ({ size }) => new PlaneGeometry(...size).rotateX(-Math.PI / 2),
  share: ({ size: [x, z] }) => ({ key: 'plane', props: { size: [1, 1] }, scale: [x, 1, z] }),
};
