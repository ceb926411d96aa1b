import { z } from 'zod';
import { assetIri, sceneId } from '../../values.ts';

const animation = z.strictObject({
  clip: z.string().max(200).nullable().default(null),
  playing: z.boolean().default(true),
  speed: z.number().min(-10).max(10).default(1),
});

/**
 * An imported model. `asset` is null until one is chosen; `materials` replaces materials of the asset by slot name;
 * `variant` is the name of a material variant of the asset, null for its default materials;
 * `animation.clip` null plays the asset's first clip, `speed` is a factor.
 */
export const modelProps = z.strictObject({
  asset: assetIri.nullable().default(null),
  materials: z.record(z.string().min(1).max(200), sceneId).default({}),
  animation: animation.prefault({}),
  variant: z.string().max(200).nullable().default(null),
});
