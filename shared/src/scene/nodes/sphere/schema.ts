import { z } from 'zod';
import { length, sides } from '../../values.ts';

/** Radius in metres, centred on the origin. A few `sides` make a gem. */
export const sphereProps = z.strictObject({ radius: length.default(0.5), sides: sides.default(48) });
