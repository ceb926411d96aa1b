import type { NodeTraits } from '../traits.ts';

export const directionalLightTraits: NodeTraits<'directionalLight'> = {
  role: 'light',
  light: (props) => ({ type: 'directional', ...props }),
};
