import { arrow, cone } from '../sketches.ts';
import type { NodeTraits } from '../traits.ts';

/** How long a cone without an end is drawn, in metres. */
const ENDLESS = 2;

export const spotLightTraits: NodeTraits<'spotLight'> = {
  role: 'light',
  light: (props) => ({ type: 'spot', ...props }),
  sketch: ({ angle, distance }) => {
    const length = distance || ENDLESS;
    return [...arrow(length), ...cone({ angle, length })];
  },
};
