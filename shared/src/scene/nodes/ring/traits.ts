import { RingGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const ringTraits: NodeTraits<'ring'> = {
  role: 'surface',
  shape: ({ innerRadius, outerRadius }) => {
    // Concurrent edits may swap the radii; the smaller one is the hole.
    const inner = Math.min(innerRadius, outerRadius);
    const outer = Math.max(innerRadius, outerRadius);
    return {
      key: `ring:${inner / outer}`,
      scale: [outer, 1, outer],
      // three's ring faces +Z.
      build: () => new RingGeometry(inner / outer, 1, 64).rotateX(-Math.PI / 2),
    };
  },
};
