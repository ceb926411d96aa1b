import { ConeGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const coneTraits: NodeTraits<'cone'> = {
  role: 'surface',
  shape: ({ radius, height }) => ({
    key: 'cone',
    scale: [radius, height, radius],
    build: () => new ConeGeometry(1, 1, 48),
  }),
};
