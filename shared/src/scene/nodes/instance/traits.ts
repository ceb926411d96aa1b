import type { NodeTraits } from '../traits.ts';

export const instanceTraits: NodeTraits<'instance'> = {
  role: 'holder',
  isCopier: true,
  overrides: 'values',
  renamed: ({ component }, rename) =>
    component === null ? {} : { component: rename(component) ?? component },
};
