import { arrow, type Sketch } from '../sketches.ts';

/** Direction of the light. */
export function directionalLightSketch(): Sketch {
  return arrow(2);
}
