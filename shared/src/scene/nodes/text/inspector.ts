import { choicesOf } from '../choices.ts';
import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const textInspector: NodeInspector<
  'text' | 'font' | 'size' | 'depth' | 'bevel' | 'align' | 'lineHeight'
> = {
  label: 'node.text',
  icon: 'type',
  create: 'shape',
  fields: [
    { key: 'text', label: 'field.text', kind: 'text', maxLength: 2000, isLong: true },
    { key: 'font', label: 'field.font', kind: 'picture', shelf: 'fonts', upload: 10 },
    { key: 'size', label: 'field.fontSize', kind: 'number', ...lengthRange },
    { key: 'depth', label: 'field.letterDepth', kind: 'number', ...lengthRange, min: 0 },
    { key: 'bevel', label: 'field.bevel', kind: 'number', ...lengthRange, min: 0 },
    {
      key: 'align',
      label: 'field.align',
      kind: 'select',
      options: choicesOf('option', ['left', 'center', 'right']),
    },
    {
      key: 'lineHeight',
      label: 'field.lineHeight',
      kind: 'number',
      unit: 'factor',
      min: 0.1,
      max: 10,
      step: 0.05,
    },
  ],
};
