import { choicesOf } from '../choices.ts';
import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const floorInspector: NodeInspector<'side' | 'thickness'> = {
  label: 'node.floor',
  icon: 'panel-bottom',
  create: 'building',
  fields: [
    { key: 'side', label: 'field.side', kind: 'select', options: choicesOf('option', ['floor', 'ceiling']) },
    { key: 'thickness', label: 'field.thickness', kind: 'number', ...lengthRange },
  ],
  actions: ['addFloor', 'addCeiling', 'cutStairs', 'closeStairs', 'detachFloor'],
};
