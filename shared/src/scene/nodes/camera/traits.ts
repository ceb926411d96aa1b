import type { NodeTraits } from '../traits.ts';

export const cameraTraits: NodeTraits<'camera'> = {
  role: 'marker',
  lens: ({ fov, near, far }) => ({ fov, near, far }),
};
