import type { NodeInspector } from '../define.ts';
import { countRange, lengthRange } from '../ranges.ts';
import { OPENING_SLOTS } from './slots.ts';

export const openingInspector: NodeInspector<
  | 'type'
  | 'offset'
  | 'width'
  | 'height'
  | 'sill'
  | 'hinge'
  | 'flipped'
  | 'open'
  | 'frame'
  | 'columns'
  | 'rows'
  | 'materials'
> = {
  label: 'node.opening',
  icon: 'door-open',
  create: null,
  fields: [
    {
      key: 'type',
      label: 'field.openingType',
      kind: 'select',
      options: [
        { value: 'door', label: 'option.door' },
        { value: 'window', label: 'option.window' },
        { value: 'hole', label: 'option.hole' },
      ],
    },
    { key: 'offset', label: 'field.offset', kind: 'number', ...lengthRange, min: -1e6 },
    { key: 'width', label: 'field.width', kind: 'number', ...lengthRange },
    { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
    { key: 'sill', label: 'field.sill', kind: 'number', ...lengthRange, min: 0 },
    {
      key: 'hinge',
      label: 'field.hinge',
      kind: 'select',
      options: [
        { value: 'left', label: 'option.left' },
        { value: 'right', label: 'option.right' },
      ],
    },
    { key: 'flipped', label: 'field.flipped', kind: 'boolean' },
    { key: 'open', label: 'field.open', kind: 'number', unit: 'degrees', min: 0, max: 120, step: 5 },
    { key: 'frame', label: 'field.frame', kind: 'number', ...lengthRange, min: 0, max: 1 },
    { key: 'columns', label: 'field.columns', kind: 'number', ...countRange, max: 12 },
    { key: 'rows', label: 'field.rows', kind: 'number', ...countRange, max: 12 },
    { key: 'materials', label: 'field.materials', kind: 'slots', slots: OPENING_SLOTS },
  ],
};
