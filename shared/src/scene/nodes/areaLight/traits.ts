import { arrow, loop } from '../sketches.ts';
import type { NodeTraits } from '../traits.ts';

export const areaLightTraits: NodeTraits<'areaLight'> = {
  role: 'light',
  light: (props) => ({ type: 'area', ...props }),
  sketch: ({ size: [x, y] }) => [
    ...arrow(Math.min(x, y)),
    ...loop([
      [-x / 2, -y / 2, 0],
      [x / 2, -y / 2, 0],
      [x / 2, y / 2, 0],
      [-x / 2, y / 2, 0],
    ]),
  ],
};
