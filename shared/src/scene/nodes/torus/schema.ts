import { z } from 'zod';
import { length } from '../../values.ts';

/** `radius` is the distance to the centre of the tube, `tube` the tube's radius, in metres; Y is the axis. */
export const torusProps = z.strictObject({ radius: length.default(0.4), tube: length.default(0.15) });
