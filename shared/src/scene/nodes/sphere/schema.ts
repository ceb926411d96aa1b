import { z } from 'zod';
import { length } from '../../values.ts';

/** Radius in metres, centred on the origin. */
export const sphereProps = z.strictObject({ radius: length.default(0.5) });
