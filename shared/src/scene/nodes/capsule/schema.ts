import { z } from 'zod';
import { length } from '../../values.ts';

/**
 * A cylinder with hemispherical ends, in metres; `height` is that of the straight part. Centred on the
 * origin, Y is the axis.
 */
export const capsuleProps = z.strictObject({ radius: length.default(0.3), height: length.default(0.6) });
