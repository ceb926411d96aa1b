import type { NodeTraits } from '../traits.ts';

export const annotationTraits: NodeTraits<'annotation'> = {
  role: 'marker',
  isNumbered: true,
  renamed: ({ surface }, rename) =>
    surface ? { surface: { ...surface, node: rename(surface.node) ?? surface.node } } : {},
};
