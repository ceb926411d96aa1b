import type { NodeTraits } from '../traits.ts';

export const ambientLightTraits: NodeTraits<'ambientLight'> = {
  role: 'light',
  light: (props) => ({ type: 'ambient', ...props }),
  isPlaceless: () => true,
};
