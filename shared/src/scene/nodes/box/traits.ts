import { BoxGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const boxTraits: NodeTraits<'box'> = {
  role: 'surface',
  shape: ({ size }) => ({ key: 'box', scale: size, build: () => new BoxGeometry(1, 1, 1) }),
};
