import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const pathInspector: NodeInspector<'closed' | 'depth' | 'bevel' | 'width'> = {
  label: 'node.path',
  icon: 'pen-tool',
  create: 'shape',
  fields: [
    { key: 'depth', label: 'field.depth', kind: 'number', ...lengthRange },
    { key: 'bevel', label: 'field.bevel', kind: 'number', ...lengthRange, min: 0 },
    { key: 'closed', label: 'field.closed', kind: 'boolean' },
    { key: 'width', label: 'field.lineWidth', kind: 'number', ...lengthRange },
  ],
};
