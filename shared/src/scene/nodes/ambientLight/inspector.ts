import type { NodeInspector } from '../define.ts';
import { LIGHT_HEIGHT, luxRange } from '../ranges.ts';

export const ambientLightInspector: NodeInspector<'color' | 'intensity'> = {
  label: 'node.ambientLight',
  icon: 'cloud-sun',
  create: 'light',
  arrival: { height: LIGHT_HEIGHT, isTilted: false },
  fields: [
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'intensity', label: 'field.intensity', kind: 'number', ...luxRange },
  ],
};
