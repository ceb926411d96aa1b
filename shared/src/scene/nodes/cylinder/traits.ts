import { CylinderGeometry } from 'three';
import { withSides } from '../sides.ts';
import type { NodeTraits } from '../traits.ts';

export const cylinderTraits: NodeTraits<'cylinder'> = {
  role: 'surface',
  shape: ({ radius, height, sides }) => ({
    key: `cylinder:${sides}`,
    scale: [radius, height, radius],
    build: () => withSides(new CylinderGeometry(1, 1, 1, sides), sides),
  }),
};
