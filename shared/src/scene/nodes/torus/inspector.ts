import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const torusInspector: NodeInspector<'radius' | 'tube'> = {
  label: 'node.torus',
  icon: 'torus',
  create: 'shape',
  sizing: {
    form: 'round',
    // A tube wider than the ring leaves no hole.
    props: ([x, y]) => ({ tube: y / 2, radius: Math.max((x - y) / 2, lengthRange.min) }),
  },
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'tube', label: 'field.tube', kind: 'number', ...lengthRange },
  ],
};
