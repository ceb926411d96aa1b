import { z } from 'zod';
import { amount } from '../../values.ts';
import { defineNode } from '../define.ts';
import { degreeRange, LIGHT_HEIGHT, luxRange } from '../ranges.ts';

/**
 * The sun at a place and time, which determine its direction and colour. Latitude and longitude in degrees,
 * the date as ISO 8601, intensity in lux for a high sun. North is −Z.
 */
export const sunLightProps = z.strictObject({
  latitude: z.number().min(-90).max(90).default(48.86),
  longitude: z.number().min(-180).max(180).default(2.35),
  date: z.iso.datetime({ offset: true }).default('2026-06-21T13:00:00Z'),
  intensity: amount.default(3),
  castShadow: z.boolean().default(true),
});

export const sunLightNode = defineNode({
  kind: 'sunLight',
  props: sunLightProps,
  inspector: {
    label: 'node.sunLight',
    icon: 'sunrise',
    create: 'light',
    arrival: { height: LIGHT_HEIGHT, isTilted: false },
    fields: [
      { key: 'date', label: 'field.date', kind: 'date' },
      { key: 'latitude', label: 'field.latitude', kind: 'number', ...degreeRange, min: -90, max: 90 },
      { key: 'longitude', label: 'field.longitude', kind: 'number', ...degreeRange, min: -180, max: 180 },
      { key: 'intensity', label: 'field.intensity', kind: 'number', ...luxRange },
      { key: 'castShadow', label: 'field.castShadow', kind: 'boolean' },
    ],
  },
});
