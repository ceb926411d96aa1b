import type { NodeInspector } from '../define.ts';
import { luxRange } from '../ranges.ts';

export const ambientLightInspector: NodeInspector<'color' | 'intensity'> = {
  label: 'node.ambientLight',
  icon: 'cloud-sun',
  create: 'light',
  fields: [
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'intensity', label: 'field.intensity', kind: 'number', ...luxRange },
  ],
};
