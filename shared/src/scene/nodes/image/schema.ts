import { z } from 'zod';
import { assetIri, length } from '../../values.ts';

/**
 * A picture that faces +Z, in metres: `asset` is null until one is chosen. `isLit` lets the scene's lights fall on it,
 * else it shows its own colours; it is seen from behind as well when it is `doubleSided`.
 */
export const imageProps = z.strictObject({
  asset: assetIri.nullable().default(null),
  size: z.tuple([length, length]).default([1, 1]),
  isLit: z.boolean().default(true),
  doubleSided: z.boolean().default(true),
});
