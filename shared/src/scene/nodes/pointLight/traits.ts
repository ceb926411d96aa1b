import { circle } from '../sketches.ts';
import type { NodeTraits } from '../traits.ts';

export const pointLightTraits: NodeTraits<'pointLight'> = {
  role: 'light',
  light: (props) => ({ type: 'point', ...props }),
  // How far it reaches, where it ends anywhere.
  sketch: ({ distance }) =>
    distance === 0 ? [] : (['x', 'y', 'z'] as const).flatMap((axis) => circle({ radius: distance, axis })),
};
