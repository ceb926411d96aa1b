import { CylinderGeometry } from 'three';
import { withSides } from '../sides.ts';
import type { NodeTraits } from '../traits.ts';

export const coneTraits: NodeTraits<'cone'> = {
  role: 'surface',
  shape: ({ radius, topRadius, height, sides }) => ({
    key: `cone:${topRadius / radius}:${sides}`,
    scale: [radius, height, radius],
    build: () => withSides(new CylinderGeometry(topRadius / radius, 1, 1, sides), sides),
  }),
};
