import type { z } from 'zod';
import { arrow, loop, type Sketch } from '../sketches.ts';
import type { areaLightProps } from './schema.ts';

/** Outline and direction of the light. */
export function areaLightSketch({ size: [x, y] }: z.output<typeof areaLightProps>): Sketch {
  return [
    ...arrow(Math.min(x, y)),
    ...loop([
      [-x / 2, -y / 2, 0],
      [x / 2, -y / 2, 0],
      [x / 2, y / 2, 0],
      [-x / 2, y / 2, 0],
    ]),
  ];
}
