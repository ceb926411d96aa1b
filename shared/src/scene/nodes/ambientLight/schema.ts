import { z } from 'zod';
import { amount, color } from '../../values.ts';
import { defineNode } from '../define.ts';
import { LIGHT_HEIGHT, luxRange } from '../ranges.ts';

/** Uniform ambient light: intensity in lux. */
const ambientLightProps = z.strictObject({ color: color.default('#ffffff'), intensity: amount.default(0.5) });

export const ambientLightNode = defineNode({
  kind: 'ambientLight',
  props: ambientLightProps,
  inspector: {
    label: 'node.ambientLight',
    icon: 'cloud-sun',
    create: 'light',
    arrival: { height: LIGHT_HEIGHT, isTilted: false },
    fields: [
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'intensity', label: 'field.intensity', kind: 'number', ...luxRange },
    ],
  },
});
