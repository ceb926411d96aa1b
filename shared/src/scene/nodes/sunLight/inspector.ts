import type { NodeInspector } from '../define.ts';
import { degreeRange, LIGHT_HEIGHT, luxRange } from '../ranges.ts';

export const sunLightInspector: NodeInspector<
  'date' | 'latitude' | 'longitude' | 'intensity' | 'castShadow'
> = {
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
};
