import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { sidesRange } from '../sides.ts';

export const coneInspector: NodeInspector<'radius' | 'topRadius' | 'height' | 'sides'> = {
  label: 'node.cone',
  icon: 'cone',
  create: 'shape',
  sizing: {
    form: 'round',
    // The wider end defines the width of the cone.
    props: ([x, y], { radius, topRadius }) => {
      const [base, top] = [Number(radius), Number(topRadius)];
      const factor = x / 2 / Math.max(base, top);
      return { radius: Math.max(base * factor, lengthRange.min), topRadius: top * factor, height: y };
    },
  },
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'topRadius', label: 'field.topRadius', kind: 'number', ...lengthRange, min: 0 },
    { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
    { key: 'sides', label: 'field.sides', kind: 'number', ...sidesRange },
  ],
};
