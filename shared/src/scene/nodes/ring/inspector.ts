import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const ringInspector: NodeInspector<'innerRadius' | 'outerRadius'> = {
  label: 'node.ring',
  icon: 'circle-dot',
  create: 'shape',
  fields: [
    { key: 'innerRadius', label: 'field.innerRadius', kind: 'number', ...lengthRange },
    { key: 'outerRadius', label: 'field.outerRadius', kind: 'number', ...lengthRange },
  ],
};
