import type { NodeInspector } from '../define.ts';
import { LIGHT_HEIGHT, luxRange } from '../ranges.ts';

export const directionalLightInspector: NodeInspector<'color' | 'intensity' | 'castShadow'> = {
  label: 'node.directionalLight',
  icon: 'sun',
  create: 'light',
  arrival: { height: LIGHT_HEIGHT, isTilted: true },
  fields: [
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'intensity', label: 'field.intensity', kind: 'number', ...luxRange },
    { key: 'castShadow', label: 'field.castShadow', kind: 'boolean' },
  ],
};
