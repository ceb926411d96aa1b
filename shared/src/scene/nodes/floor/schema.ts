import { z } from 'zod';
import { coordinate, length, sceneId } from '../../values.ts';
import { choicesOf } from '../choices.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { FLOOR_LIMITS } from './limits.ts';

/**
 * A floor or a ceiling: a slab over an outline on its node's XZ plane, in metres. A `floor` lies below that
 * plane, a `ceiling` on it. While the `walls` of its parent that exist form one closed loop, the outline is
 * their lines, at their feet or on their tops; otherwise it is `points`. The footprints of `stairs` of the
 * same parent are cut out where they lie within the outline.
 */
const floorProps = z.strictObject({
  side: z.enum(['floor', 'ceiling']).default('floor'),
  thickness: length.default(0.1),
  points: z
    .array(z.tuple([coordinate, coordinate]))
    .max(FLOOR_LIMITS.points)
    .default([
      [-2, -1.5],
      [2, -1.5],
      [2, 1.5],
      [-2, 1.5],
    ]),
  walls: z.array(sceneId).max(FLOOR_LIMITS.walls).default([]),
  stairs: z.array(sceneId).max(FLOOR_LIMITS.stairs).default([]),
});

export const floorNode = defineNode({
  kind: 'floor',
  props: floorProps,
  inspector: {
    label: 'node.floor',
    icon: 'panel-bottom',
    create: 'building',
    fields: [
      {
        key: 'side',
        label: 'field.side',
        kind: 'select',
        options: choicesOf('option', ['floor', 'ceiling']),
      },
      { key: 'thickness', label: 'field.thickness', kind: 'number', ...lengthRange },
    ],
    actions: ['addFloor', 'addCeiling', 'cutStairs', 'closeStairs', 'detachFloor'],
  },
});
