import type { NodeTraits } from '../traits.ts';

export const annotationTraits: NodeTraits<'annotation'> = { role: 'marker', isNumbered: true };
