import { z } from 'zod';
import { coordinate, length, sceneId } from '../../values.ts';
import { choicesOf } from '../choices.ts';
import { defineNode } from '../define.ts';
import { countRange, lengthRange } from '../ranges.ts';
import { OPENING_EDGE } from '../wall/spans.ts';
import { DEFAULT_OPENING_MATERIALS, OPENING_SLOTS, SLOTS_OF } from './slots.ts';

/** Maximum number of panes in a row or column. */
const MAX_PANES = 12;

/** Maximum opening angle in degrees; a larger one would hit the wall. */
const MAX_OPEN = 120;

/**
 * A door, a window or a hole in the parent wall, in metres. `offset` is the distance from the wall's start
 * to its middle, `sill` is the height of its lower edge; a door begins at the floor. A door hangs at
 * its `hinge`, as seen from the wall's right side, and opens towards that side, or towards the left one when
 * it is `flipped`; `open` is its opening angle in degrees. `frame` is the width of the frame, 0 for none; a
 * window has `columns` by `rows` panes. `materials` overrides the node's material on single parts.
 */
export const openingProps = z.strictObject({
  type: z.enum(['door', 'window', 'hole']).default('door'),
  offset: coordinate.default(1.5),
  width: length.default(0.9),
  height: length.default(2.1),
  sill: z.number().min(0).max(1e6).default(0),
  hinge: z.enum(['left', 'right']).default('left'),
  flipped: z.boolean().default(false),
  open: z.number().min(0).max(MAX_OPEN).default(0),
  frame: z.number().min(0).max(1).default(0.05),
  columns: z.int().min(1).max(MAX_PANES).default(2),
  rows: z.int().min(1).max(MAX_PANES).default(1),
  materials: z.partialRecord(z.enum(OPENING_SLOTS), sceneId).default({}),
});

const ofDoors = { when: { key: 'type', is: ['door'] } } as const;
const ofWindows = { when: { key: 'type', is: ['window'] } } as const;
const ofFramed = { when: { key: 'type', is: ['door', 'window'] } } as const;

/** Condition for openings above the floor. */
const ofRaised = { when: { key: 'type', is: ['window', 'hole'] } } as const;

export const openingNode = defineNode({
  kind: 'opening',
  props: openingProps,
  inspector: {
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
  },
});
