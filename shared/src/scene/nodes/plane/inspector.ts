import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const planeInspector: NodeInspector<'size'> = {
  label: 'node.plane',
  icon: 'square',
  create: 'shape',
  sizing: { form: 'free', isFlat: true, props: ([x, , z]) => ({ size: [x, z] }) },
  fields: [{ key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'z'], ...lengthRange }],
};
