import type { NodeTraits } from '../traits.ts';

export const componentTraits: NodeTraits<'component'> = {
  role: 'holder',
  isDefinition: true,
  privateProp: 'library',
};
