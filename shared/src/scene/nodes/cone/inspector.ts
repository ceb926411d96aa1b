import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const coneInspector: NodeInspector<'radius' | 'height'> = {
  label: 'node.cone',
  icon: 'cone',
  create: 'shape',
  sizing: { form: 'round', props: ([x, y]) => ({ radius: x / 2, height: y }) },
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
  ],
};
