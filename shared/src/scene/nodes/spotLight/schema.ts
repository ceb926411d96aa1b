import { z } from 'zod';
import { amount, color, ratio } from '../../values.ts';
import { defineNode } from '../define.ts';
import { arrow, cone } from '../helper-lines.ts';
import { candelaRange, LIGHT_HEIGHT, ratioRange, reachRange } from '../ranges.ts';

/**
 * Spot light along the node's −Z: intensity in candela, distance in metres (0 is unlimited), `angle` half the
 * cone in radians.
 */
const spotLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(40),
  distance: amount.default(0),
  castShadow: z.boolean().default(true),
  angle: z
    .number()
    .min(0.01)
    .max(Math.PI / 2)
    .default(0.6),
  penumbra: ratio.default(0.3),
});

/** Drawn length of an unlimited cone, in metres. */
const ENDLESS = 2;

export const spotLightNode = defineNode({
  kind: 'spotLight',
  props: spotLightProps,
  inspector: {
    label: 'node.spotLight',
    icon: 'lamp-desk',
    create: 'light',
    arrival: { height: LIGHT_HEIGHT, isTilted: true },
    fields: [
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'intensity', label: 'field.intensity', kind: 'number', ...candelaRange },
      { key: 'distance', label: 'field.distance', kind: 'number', ...reachRange },
      {
        key: 'angle',
        label: 'field.angle',
        kind: 'number',
        unit: 'radians',
        min: 0.01,
        max: Math.PI / 2,
        step: 0.01,
      },
      { key: 'penumbra', label: 'field.penumbra', kind: 'number', ...ratioRange },
      { key: 'castShadow', label: 'field.castShadow', kind: 'boolean' },
    ],
  },
  helper: ({ angle, distance }) => {
    const length = distance || ENDLESS;
    return [...arrow(length), ...cone({ angle, length })];
  },
});
