import type { z } from 'zod';
import { arrow, type HelperLines, loop } from '../helper-lines.ts';
import type { areaLightProps } from './schema.ts';

/** Outline and direction of the light. */
export function areaLightHelper({ size: [x, y] }: z.output<typeof areaLightProps>): HelperLines {
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
