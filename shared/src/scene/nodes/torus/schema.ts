import { z } from 'zod';
import { length } from '../../values.ts';

/** `radius` runs to the middle of the tube, `tube` is the tube's own radius, in metres; Y is the axis. */
export const torusProps = z.strictObject({ radius: length.default(0.4), tube: length.default(0.15) });
