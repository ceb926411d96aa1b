import type { z } from 'zod';
import { arrow, cone, type HelperLines } from '../helper-lines.ts';
import type { spotLightProps } from './schema.ts';

/** Drawn length of an unlimited cone, in metres. */
const ENDLESS = 2;

/** Cone of the light. */
export function spotLightHelper({ angle, distance }: z.output<typeof spotLightProps>): HelperLines {
  const length = distance || ENDLESS;
  return [...arrow(length), ...cone({ angle, length })];
}
