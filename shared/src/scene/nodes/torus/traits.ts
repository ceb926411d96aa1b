import { TorusGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const torusTraits: NodeTraits<'torus'> = {
  role: 'surface',
  shape: ({ radius, tube }) => ({
    key: `torus:${tube / radius}`,
    scale: [radius, radius, radius],
    // three's torus has the axis Z.
    build: () => new TorusGeometry(1, tube / radius, 16, 64).rotateX(Math.PI / 2),
  }),
};
