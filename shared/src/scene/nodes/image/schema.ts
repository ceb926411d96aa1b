import { z } from 'zod';
import { assetIri, length } from '../../values.ts';

/**
 * A picture that faces +Z, in metres: `asset` is null until one is chosen. `isLit` makes it react to lights,
 * otherwise it shows its own colours; `doubleSided` makes it visible from behind.
 */
export const imageProps = z.strictObject({
  asset: assetIri.nullable().default(null),
  size: z.tuple([length, length]).default([1, 1]),
  isLit: z.boolean().default(true),
  doubleSided: z.boolean().default(true),
});
