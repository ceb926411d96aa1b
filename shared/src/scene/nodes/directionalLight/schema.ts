import { z } from 'zod';
import { amount, color } from '../../values.ts';
import { defineNode } from '../define.ts';
import { arrow } from '../helper-lines.ts';
import { LIGHT_HEIGHT, luxRange } from '../ranges.ts';

/** Directional light along the node's −Z: intensity in lux. */
const directionalLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(2),
  castShadow: z.boolean().default(true),
});

export const directionalLightNode = defineNode({
  kind: 'directionalLight',
  props: directionalLightProps,
  inspector: {
    label: 'node.directionalLight',
    icon: 'sun',
    create: 'light',
    arrival: { height: LIGHT_HEIGHT, isTilted: true },
    fields: [
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'intensity', label: 'field.intensity', kind: 'number', ...luxRange },
      { key: 'castShadow', label: 'field.castShadow', kind: 'boolean' },
    ],
  },
  helper: () => arrow(2),
});
