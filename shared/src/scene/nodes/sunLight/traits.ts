import type { NodeTraits } from '../traits.ts';
import { sunLight } from './sun-light.ts';

export const sunLightTraits: NodeTraits<'sunLight'> = {
  role: 'light',
  light: sunLight,
  isPlaceless: () => true,
};
