import type { NodeInspector } from '../define.ts';

export const componentInspector: NodeInspector<never> = {
  label: 'node.component',
  icon: 'component',
  create: null,
  fields: [],
};
