import { arrow, type Sketch } from '../sketches.ts';

/** Where it shines to. */
export function directionalLightSketch(): Sketch {
  return arrow(2);
}
