import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** Edge lengths in metres, centred on the origin. */
const boxProps = z.strictObject({ size: z.tuple([length, length, length]).default([1, 1, 1]) });

export const boxNode = defineNode({
  kind: 'box',
  props: boxProps,
  inspector: {
    label: 'node.box',
    icon: 'box',
    create: 'shape',
    sizing: { form: 'free', props: (size) => ({ size }) },
    fields: [{ key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y', 'z'], ...lengthRange }],
  },
});
