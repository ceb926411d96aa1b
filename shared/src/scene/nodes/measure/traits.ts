import type { NodeTraits } from '../traits.ts';

export const measureTraits: NodeTraits<'measure'> = {
  role: 'marker',
  measured: (props) => props,
  renamed: ({ stop }, rename) => (stop === null ? {} : { stop: rename(stop) ?? stop }),
};
