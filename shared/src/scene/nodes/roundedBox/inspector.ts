import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const roundedBoxInspector: NodeInspector<'size' | 'radius'> = {
  label: 'node.roundedBox',
  icon: 'squircle',
  create: 'shape',
  sizing: { form: 'free', props: (size) => ({ size }) },
  fields: [
    { key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y', 'z'], ...lengthRange },
    { key: 'radius', label: 'field.edgeRadius', kind: 'number', ...lengthRange },
  ],
};
