import { BoxGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const boxTraits: NodeTraits<'box'> = {
  role: 'surface',
  shape: ({ size }) => ({
    key: 'box',
    scale: size,
    textureMapping: 'projected',
    build: () => new BoxGeometry(1, 1, 1),
  }),
};
