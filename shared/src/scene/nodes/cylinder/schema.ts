import { z } from 'zod';
import { length, sides } from '../../values.ts';

/** Radius and height in metres; Y is the axis, centred on the origin. A few `sides` make a prism. */
export const cylinderProps = z.strictObject({
  radius: length.default(0.5),
  height: length.default(1),
  sides: sides.default(64),
});
