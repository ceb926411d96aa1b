import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const torusInspector: NodeInspector<'radius' | 'tube'> = {
  label: 'node.torus',
  icon: 'torus',
  create: 'shape',
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'tube', label: 'field.tube', kind: 'number', ...lengthRange },
  ],
};
