import type { NodeInspector } from '../define.ts';

export const groupInspector: NodeInspector<never> = {
  label: 'node.group',
  icon: 'group',
  create: null,
  fields: [],
};
