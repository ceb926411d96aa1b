import type { NodeInspector } from '../define.ts';
import { candelaRange, LIGHT_HEIGHT, reachRange } from '../ranges.ts';

export const pointLightInspector: NodeInspector<'color' | 'intensity' | 'distance' | 'castShadow'> = {
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
};
