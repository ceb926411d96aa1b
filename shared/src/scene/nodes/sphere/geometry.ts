import { SphereGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const sphereGeometry: NodeGeometry<'sphere'> = {
  build: ({ radius }) => new SphereGeometry(radius, 48, 24),
  share: ({ radius }) => ({ key: 'sphere', props: { radius: 1 }, scale: [radius, radius, radius] }),
};
