import { CylinderGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const cylinderGeometry: NodeGeometry<'cylinder'> = {
  build: ({ radius, height }) => new CylinderGeometry(radius, radius, height, 48),
  share: ({ radius, height }) => ({
    key: 'cylinder',
    props: { radius: 1, height: 1 },
    scale: [radius, height, radius],
  }),
};
