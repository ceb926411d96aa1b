import { pyramidAlong } from '../sketches.ts';
import type { NodeTraits } from '../traits.ts';

/** How long what it sees is drawn, in metres, and how wide by how high it is. */
const LENGTH = 1;
const ASPECT = 1.25;

export const cameraTraits: NodeTraits<'camera'> = {
  role: 'marker',
  lens: ({ fov, near, far }) => ({ fov, near, far }),
  sketch: ({ fov }) => pyramidAlong({ angle: (fov / 360) * Math.PI, aspect: ASPECT, length: LENGTH }),
};
