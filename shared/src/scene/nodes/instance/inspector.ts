import type { NodeInspector } from '../define.ts';

export const instanceInspector: NodeInspector<never> = {
  label: 'node.instance',
  icon: 'component',
  create: null,
  fields: [],
  actions: ['editComponent', 'saveComponent', 'revertOverrides', 'pushOverrides', 'detachInstance'],
};
