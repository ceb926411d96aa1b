import { CapsuleGeometry } from 'three';
import type { NodeGeometry } from '../geometry.ts';

export const capsuleGeometry: NodeGeometry<'capsule'> = {
  build: ({ radius, height }) => new CapsuleGeometry(radius, height, 12, 48),
  // Its ends stay round only under an even scale.
  share: ({ radius, height }) => ({
    key: `capsule:${height / radius}`,
    props: { radius: 1, height: height / radius },
    scale: [radius, radius, radius],
  }),
};
