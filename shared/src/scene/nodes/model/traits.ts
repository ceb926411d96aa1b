import type { NodeTraits } from '../traits.ts';

export const modelTraits: NodeTraits<'model'> = {
  role: 'surface',
  file: ({ asset, animation }) => ({ asset, animation }),
  assets: ['asset'],
  slots: 'materials',
};
