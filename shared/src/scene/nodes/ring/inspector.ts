import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const ringInspector: NodeInspector<'innerRadius' | 'outerRadius'> = {
  label: 'node.ring',
  icon: 'circle-dot',
  create: 'shape',
  sizing: {
    form: 'round',
    isFlat: true,
    props: ([x], { innerRadius, outerRadius }) => ({
      outerRadius: x / 2,
      innerRadius: (x / 2) * (Number(innerRadius) / Number(outerRadius)),
    }),
  },
  fields: [
    { key: 'innerRadius', label: 'field.innerRadius', kind: 'number', ...lengthRange },
    { key: 'outerRadius', label: 'field.outerRadius', kind: 'number', ...lengthRange },
  ],
};
