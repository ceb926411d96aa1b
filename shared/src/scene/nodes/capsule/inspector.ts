import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const capsuleInspector: NodeInspector<'radius' | 'height'> = {
  label: 'node.capsule',
  icon: 'pill',
  create: 'shape',
  fields: [
    { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
    { key: 'height', label: 'field.straightHeight', kind: 'number', ...lengthRange },
  ],
};
