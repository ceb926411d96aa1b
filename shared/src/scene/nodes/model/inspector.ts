import type { NodeInspector } from '../define.ts';

export const modelInspector: NodeInspector<'asset' | 'materials' | 'animation' | 'variant'> = {
  label: 'node.model',
  icon: 'package',
  create: null,
  fields: [
    { key: 'asset', label: 'field.asset', kind: 'asset', types: [2] },
    { key: 'variant', label: 'field.variant', kind: 'variant' },
    { key: 'materials', label: 'field.materials', kind: 'slots' },
    { key: 'animation', label: 'field.animation', kind: 'animation' },
  ],
};
