import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const sphereInspector: NodeInspector<'radius'> = {
  label: 'node.sphere',
  icon: 'circle',
  create: 'shape',
  fields: [{ key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange }],
};
