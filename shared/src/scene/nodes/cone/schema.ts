import { z } from 'zod';
import { length } from '../../values.ts';

/** Radius and height in metres; Y is the axis, centred on the origin. */
export const coneProps = z.strictObject({ radius: length.default(0.5), height: length.default(1) });
