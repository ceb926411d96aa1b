import type { NodeInspector } from '../define.ts';

export const measureInspector: NodeInspector<'color' | 'showsName' | 'stop'> = {
  label: 'node.measure',
  icon: 'ruler',
  create: null,
  fields: [
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'showsName', label: 'field.showsName', kind: 'boolean' },
    { key: 'stop', label: 'field.shownAt', kind: 'stop' },
  ],
};
