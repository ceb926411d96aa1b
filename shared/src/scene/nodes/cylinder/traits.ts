import { CylinderGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const cylinderTraits: NodeTraits<'cylinder'> = {
  role: 'surface',
  shape: ({ radius, height }) => ({
    key: 'cylinder',
    scale: [radius, height, radius],
    build: () => new CylinderGeometry(1, 1, 1, 48),
  }),
};
