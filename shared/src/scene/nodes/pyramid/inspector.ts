import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const pyramidInspector: NodeInspector<'size'> = {
  label: 'node.pyramid',
  icon: 'pyramid',
  create: 'shape',
  sizing: { form: 'free', props: (size) => ({ size }) },
  fields: [{ key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y', 'z'], ...lengthRange }],
};
