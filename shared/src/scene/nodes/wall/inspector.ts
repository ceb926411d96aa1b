import { choicesOf } from '../choices.ts';
import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { WALL_SLOTS } from './slots.ts';

export const wallInspector: NodeInspector<'height' | 'thickness' | 'justification' | 'curve' | 'materials'> =
  {
    label: 'node.wall',
    icon: 'brick-wall',
    create: 'building',
    fields: [
      { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
      { key: 'thickness', label: 'field.thickness', kind: 'number', ...lengthRange },
      {
        key: 'justification',
        label: 'field.justification',
        kind: 'select',
        options: choicesOf('option', ['center', 'left', 'right']),
      },
      { key: 'curve', label: 'field.curve', kind: 'number', ...lengthRange, min: -lengthRange.max },
      { key: 'materials', label: 'field.materials', kind: 'slots', slots: WALL_SLOTS },
    ],
    sizing: { form: 'free', pulled: 'top', props: ([, height]) => ({ height }) },
    actions: ['addFloor', 'addCeiling'],
  };
