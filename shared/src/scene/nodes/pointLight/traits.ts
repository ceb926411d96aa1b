import type { NodeTraits } from '../traits.ts';

export const pointLightTraits: NodeTraits<'pointLight'> = {
  role: 'light',
  light: (props) => ({ type: 'point', ...props }),
};
