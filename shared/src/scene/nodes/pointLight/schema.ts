import { z } from 'zod';
import { amount, color } from '../../values.ts';
import { defineNode } from '../define.ts';
import { circle } from '../helper-lines.ts';
import { candelaRange, LIGHT_HEIGHT, reachRange } from '../ranges.ts';

/** Omnidirectional light: intensity in candela, distance in metres (0 is unlimited). */
const pointLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(10),
  distance: amount.default(0),
  castShadow: z.boolean().default(true),
});

export const pointLightNode = defineNode({
  kind: 'pointLight',
  props: pointLightProps,
  inspector: {
    label: 'node.pointLight',
    icon: 'lightbulb',
    create: 'light',
    arrival: { height: LIGHT_HEIGHT, isTilted: false },
    fields: [
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'intensity', label: 'field.intensity', kind: 'number', ...candelaRange },
      { key: 'distance', label: 'field.distance', kind: 'number', ...reachRange },
      { key: 'castShadow', label: 'field.castShadow', kind: 'boolean' },
    ],
  },
  helper: ({ distance }) =>
    distance === 0 ? [] : (['x', 'y', 'z'] as const).flatMap((axis) => circle({ radius: distance, axis })),
});
