import type { z } from 'zod';
import { pyramidAlong, type Sketch } from '../sketches.ts';
import type { cameraProps } from './schema.ts';

/** How long what it sees is drawn, in metres, and how wide by how high it is. */
const LENGTH = 1;
const ASPECT = 1.25;

/** What it sees. */
export function cameraSketch({ fov }: z.output<typeof cameraProps>): Sketch {
  return pyramidAlong({ angle: (fov / 360) * Math.PI, aspect: ASPECT, length: LENGTH });
}
