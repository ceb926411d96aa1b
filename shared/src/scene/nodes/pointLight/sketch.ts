import type { z } from 'zod';
import { circle, type Sketch } from '../sketches.ts';
import type { pointLightProps } from './schema.ts';

/** How far it reaches, where it ends anywhere. */
export function pointLightSketch({ distance }: z.output<typeof pointLightProps>): Sketch {
  return distance === 0
    ? []
    : (['x', 'y', 'z'] as const).flatMap((axis) => circle({ radius: distance, axis }));
}
