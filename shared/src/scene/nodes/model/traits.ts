import type { NodeTraits } from '../traits.ts';

export const modelTraits: NodeTraits<'model'> = {
  role: 'surface',
  file: ({ asset, animation, variant }) => ({ asset, animation, variant }),
  assets: ['asset'],
  slots: 'materials',
};
