import type { z } from 'zod';
import { circle, type HelperLines } from '../helper-lines.ts';
import type { pointLightProps } from './schema.ts';

/** Range of the light, if limited. */
export function pointLightHelper({ distance }: z.output<typeof pointLightProps>): HelperLines {
  return distance === 0
    ? []
    : (['x', 'y', 'z'] as const).flatMap((axis) => circle({ radius: distance, axis }));
}
