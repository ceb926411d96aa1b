import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/**
 * A box with rounded edges, in metres, centred on the origin. The radius is at most half the shortest edge.
 */
const roundedBoxProps = z.strictObject({
  size: z.tuple([length, length, length]).default([1, 1, 1]),
  radius: length.default(0.1),
});

export const roundedBoxNode = defineNode({
  kind: 'roundedBox',
  props: roundedBoxProps,
  inspector: {
    label: 'node.roundedBox',
    icon: 'squircle',
    create: 'shape',
    sizing: { form: 'free', props: (size) => ({ size }) },
    fields: [
      { key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y', 'z'], ...lengthRange },
      { key: 'radius', label: 'field.edgeRadius', kind: 'number', ...lengthRange },
    ],
  },
});
