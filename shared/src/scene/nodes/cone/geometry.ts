import { ConeGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const coneGeometry: NodeGeometry<'cone'> = {
  build: ({ radius, height }) => new ConeGeometry(radius, height, 48),
  share: ({ radius, height }) => ({
    key: 'cone',
    props: { radius: 1, height: 1 },
    scale: [radius, height, radius],
  }),
};
