import { z } from 'zod';
import { assetIri, sceneId } from '../../values.ts';
import { defineNode } from '../define.ts';

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
const modelProps = z.strictObject({
  asset: assetIri.nullable().default(null),
  materials: z.record(z.string().min(1).max(200), sceneId).default({}),
  animation: animation.prefault({}),
  variant: z.string().max(200).nullable().default(null),
});

export const modelNode = defineNode({
  kind: 'model',
  props: modelProps,
  inspector: {
    label: 'node.model',
    icon: 'package',
    create: null,
    fields: [
      { key: 'asset', label: 'field.asset', kind: 'asset', types: [2] },
      { key: 'variant', label: 'field.variant', kind: 'variant' },
      { key: 'materials', label: 'field.materials', kind: 'slots' },
      { key: 'animation', label: 'field.animation', kind: 'animation' },
    ],
  },
});
