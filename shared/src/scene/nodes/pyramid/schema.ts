import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** Four-sided pyramid over a rectangle, in metres along the axes; centred on the origin, the tip up. */
const pyramidProps = z.strictObject({ size: z.tuple([length, length, length]).default([1, 1, 1]) });

export const pyramidNode = defineNode({
  kind: 'pyramid',
  props: pyramidProps,
  inspector: {
    label: 'node.pyramid',
    icon: 'pyramid',
    create: 'shape',
    sizing: { form: 'free', props: (size) => ({ size }) },
    fields: [{ key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y', 'z'], ...lengthRange }],
  },
});
