import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const capsuleInspector: NodeInspector<'radius' | 'height'> = {
  label: 'node.capsule',
  icon: 'pill',
  create: 'shape',
  sizing: {
    form: 'round',
    props: ([x, y]) => ({ radius: x / 2, height: Math.max(y - x, lengthRange.min) }),
  },
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'height', label: 'field.straightHeight', kind: 'number', ...lengthRange },
  ],
};
