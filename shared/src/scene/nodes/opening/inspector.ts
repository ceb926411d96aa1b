import { choicesOf } from '../choices.ts';
import type { NodeInspector } from '../define.ts';
import { countRange, lengthRange } from '../ranges.ts';
import { OPENING_EDGE } from '../wall/spans.ts';
import { DEFAULT_OPENING_MATERIALS, SLOTS_OF } from './slots.ts';

const ofDoors = { when: { key: 'type', is: ['door'] } } as const;
const ofWindows = { when: { key: 'type', is: ['window'] } } as const;
const ofFramed = { when: { key: 'type', is: ['door', 'window'] } } as const;
/** Condition for openings above the floor. */
const ofRaised = { when: { key: 'type', is: ['window', 'hole'] } } as const;

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
      options: choicesOf('option', ['door', 'window', 'hole']),
    },
    { key: 'offset', label: 'field.offset', kind: 'number', ...lengthRange, min: -1e6 },
    { key: 'width', label: 'field.width', kind: 'number', ...lengthRange, min: OPENING_EDGE },
    { key: 'height', label: 'field.height', kind: 'number', ...lengthRange, min: OPENING_EDGE },
    { key: 'sill', label: 'field.sill', kind: 'number', ...lengthRange, min: 0, ...ofRaised },
    {
      key: 'hinge',
      label: 'field.hinge',
      kind: 'select',
      options: choicesOf('option', ['left', 'right']),
      ...ofDoors,
    },
    { key: 'flipped', label: 'field.flipped', kind: 'boolean', ...ofDoors },
    {
      key: 'open',
      label: 'field.open',
      kind: 'number',
      unit: 'degrees',
      min: 0,
      max: 120,
      step: 5,
      ...ofDoors,
    },
    { key: 'frame', label: 'field.frame', kind: 'number', ...lengthRange, min: 0, max: 1, ...ofFramed },
    { key: 'columns', label: 'field.columns', kind: 'number', ...countRange, max: 12, ...ofWindows },
    { key: 'rows', label: 'field.rows', kind: 'number', ...countRange, max: 12, ...ofWindows },
    {
      key: 'materials',
      label: 'field.materials',
      kind: 'slots',
      slots: SLOTS_OF.door,
      defaultMaterials: DEFAULT_OPENING_MATERIALS,
      ...ofDoors,
    },
    {
      key: 'materials',
      label: 'field.materials',
      kind: 'slots',
      slots: SLOTS_OF.window,
      defaultMaterials: DEFAULT_OPENING_MATERIALS,
      ...ofWindows,
    },
  ],
};
