import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { sidesRange } from '../sides.ts';

export const sphereInspector: NodeInspector<'radius' | 'sides'> = {
  label: 'node.sphere',
  icon: 'circle',
  create: 'shape',
  sizing: { form: 'ball', props: ([x]) => ({ radius: x / 2 }) },
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'sides', label: 'field.sides', kind: 'number', ...sidesRange },
  ],
};
