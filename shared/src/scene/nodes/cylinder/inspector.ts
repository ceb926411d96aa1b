import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { sidesRange } from '../sides.ts';

export const cylinderInspector: NodeInspector<'radius' | 'height' | 'sides'> = {
  label: 'node.cylinder',
  icon: 'cylinder',
  create: 'shape',
  sizing: { form: 'round', props: ([x, y]) => ({ radius: x / 2, height: y }) },
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
    { key: 'sides', label: 'field.sides', kind: 'number', ...sidesRange },
  ],
};
