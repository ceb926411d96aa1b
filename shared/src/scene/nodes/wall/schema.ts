import { z } from 'zod';
import { coordinate, length, sceneId } from '../../values.ts';
import { choicesOf } from '../choices.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { WALL_SLOTS } from './slots.ts';

const end = z.tuple([coordinate, coordinate]);

/**
 * A vertical wall on its node's XZ plane, from `start` to `end` as `[x, z]`, in metres. `justification`
 * selects the side that lies on that line, seen along it, or the middle. `curve` bends the line to an arc:
 * the offset of its middle to the left of the chord, seen along it, negative to the right; at most half
 * a circle. `materials` overrides the node's material on single surfaces. Walls of one parent whose ends are
 * within a millimetre are joined. Of visible walls that overlap elsewhere, the lower one, or the one that
 * ends there, is cut.
 */
export const wallProps = z.strictObject({
  start: end.default([0, 0]),
  end: end.default([3, 0]),
  height: length.default(2.5),
  thickness: length.default(0.1),
  justification: z.enum(['center', 'left', 'right']).default('center'),
  curve: coordinate.default(0),
  materials: z.partialRecord(z.enum(WALL_SLOTS), sceneId).default({}),
});

export const wallNode = defineNode({
  kind: 'wall',
  props: wallProps,
  inspector: {
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
  },
});
