import { CapsuleGeometry } from 'three';
import type { NodeTraits } from '../traits.ts';

export const capsuleTraits: NodeTraits<'capsule'> = {
  role: 'surface',
  // The ends stay round only under uniform scale.
  shape: ({ radius, height }) => ({
    key: `capsule:${height / radius}`,
    scale: [radius, radius, radius],
    build: () => new CapsuleGeometry(1, height / radius, 12, 48),
  }),
};
