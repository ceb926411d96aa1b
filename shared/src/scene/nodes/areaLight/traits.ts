import type { NodeTraits } from '../traits.ts';

export const areaLightTraits: NodeTraits<'areaLight'> = {
  role: 'light',
  light: (props) => ({ type: 'area', ...props }),
};
