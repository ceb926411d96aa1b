import type { NodeInspector } from '../define.ts';
import { candelaRange, LIGHT_HEIGHT, ratioRange, reachRange } from '../ranges.ts';

export const spotLightInspector: NodeInspector<
  'color' | 'intensity' | 'distance' | 'castShadow' | 'angle' | 'penumbra'
> = {
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
};
