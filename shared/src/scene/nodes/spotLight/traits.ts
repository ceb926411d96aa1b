import type { NodeTraits } from '../traits.ts';

export const spotLightTraits: NodeTraits<'spotLight'> = {
  role: 'light',
  light: (props) => ({ type: 'spot', ...props }),
};
