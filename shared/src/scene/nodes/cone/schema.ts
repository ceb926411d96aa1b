import { z } from 'zod';
import { coordinate, length, sides } from '../../values.ts';

/**
 * Radii and height in metres; Y is the axis, centred on the origin. With a `topRadius` the tip becomes a flat
 * end; a few `sides` make a pyramid.
 */
export const coneProps = z.strictObject({
  radius: length.default(0.5),
  topRadius: coordinate.min(0).default(0),
  height: length.default(1),
  sides: sides.default(64),
});
