import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** Side lengths along X and Z in metres; faces +Y. */
const planeProps = z.strictObject({ size: z.tuple([length, length]).default([1, 1]) });

export const planeNode = defineNode({
  kind: 'plane',
  props: planeProps,
  inspector: {
    label: 'node.plane',
    icon: 'square',
    create: 'shape',
    sizing: { form: 'free', isFlat: true, props: ([x, , z]) => ({ size: [x, z] }) },
    fields: [{ key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'z'], ...lengthRange }],
  },
});
