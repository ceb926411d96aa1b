import type { z } from 'zod';
import { circle, type Sketch } from '../sketches.ts';
import type { pointLightProps } from './schema.ts';

/** Range of the light, if limited. */
export function pointLightSketch({ distance }: z.output<typeof pointLightProps>): Sketch {
  return distance === 0
    ? []
    : (['x', 'y', 'z'] as const).flatMap((axis) => circle({ radius: distance, axis }));
}
