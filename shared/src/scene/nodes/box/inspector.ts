import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const boxInspector: NodeInspector<'size'> = {
  label: 'node.box',
  icon: 'box',
  create: 'shape',
  sizing: { form: 'free', props: (size) => ({ size }) },
  fields: [{ key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y', 'z'], ...lengthRange }],
};
