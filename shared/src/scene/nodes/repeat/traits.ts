import type { NodeTraits } from '../traits.ts';

export const repeatTraits: NodeTraits<'repeat'> = {
  role: 'holder',
  isCopier: true,
  renamed: ({ path, surface }, rename) => ({
    path: path === null ? null : (rename(path) ?? path),
    surface: surface === null ? null : (rename(surface) ?? surface),
  }),
};
