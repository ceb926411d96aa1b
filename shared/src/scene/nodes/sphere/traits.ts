import { SphereGeometry } from 'three';
import { withSides } from '../sides.ts';
import type { NodeTraits } from '../traits.ts';

export const sphereTraits: NodeTraits<'sphere'> = {
  role: 'surface',
  shape: ({ radius, sides }) => ({
    key: `sphere:${sides}`,
    scale: [radius, radius, radius],
    build: () => withSides(new SphereGeometry(1, sides, Math.ceil(sides / 2)), sides),
  }),
};
