import { SphereGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const sphereTraits: NodeTraits<'sphere'> = {
  role: 'surface',
  shape: ({ radius }) => ({
    key: 'sphere',
    scale: [radius, radius, radius],
    build: () => new SphereGeometry(1, 48, 24),
  }),
};
