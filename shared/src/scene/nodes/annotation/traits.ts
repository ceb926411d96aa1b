import type { NodeTraits } from '../traits.ts';

export const annotationTraits: NodeTraits<'annotation'> = {
  role: 'marker',
  isNumbered: true,
  renamed: ({ surface, hides, shows }, rename) => {
    const called = (id: string) => rename(id) ?? id;
    return {
      ...(surface && { surface: { ...surface, node: called(surface.node) } }),
      ...(hides.length > 0 && { hides: hides.map(called) }),
      ...(shows.length > 0 && { shows: shows.map(called) }),
    };
  },
};
