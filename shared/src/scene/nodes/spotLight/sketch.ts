import type { z } from 'zod';
import { arrow, cone, type Sketch } from '../sketches.ts';
import type { spotLightProps } from './schema.ts';

/** Drawn length of an unlimited cone, in metres. */
const ENDLESS = 2;

/** Cone of the light. */
export function spotLightSketch({ angle, distance }: z.output<typeof spotLightProps>): Sketch {
  const length = distance || ENDLESS;
  return [...arrow(length), ...cone({ angle, length })];
}
