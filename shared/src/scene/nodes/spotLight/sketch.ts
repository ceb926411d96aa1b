import type { z } from 'zod';
import { arrow, cone, type Sketch } from '../sketches.ts';
import type { spotLightProps } from './schema.ts';

/** How long a cone without an end is drawn, in metres. */
const ENDLESS = 2;

/** Its cone. */
export function spotLightSketch({ angle, distance }: z.output<typeof spotLightProps>): Sketch {
  const length = distance || ENDLESS;
  return [...arrow(length), ...cone({ angle, length })];
}
