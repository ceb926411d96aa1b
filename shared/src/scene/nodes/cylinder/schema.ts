import { z } from 'zod';
import { length, sides } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { sidesRange } from '../sides.ts';

/** Radius and height in metres; Y is the axis, centred on the origin. A few `sides` make a prism. */
const cylinderProps = z.strictObject({
  radius: length.default(0.5),
  height: length.default(1),
  sides: sides.default(64),
});

export const cylinderNode = defineNode({
  kind: 'cylinder',
  props: cylinderProps,
  inspector: {
    label: 'node.cylinder',
    icon: 'cylinder',
    create: 'shape',
    sizing: { form: 'round', props: ([x, y]) => ({ radius: x / 2, height: y }) },
    fields: [
      { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
      { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
      { key: 'sides', label: 'field.sides', kind: 'number', ...sidesRange },
    ],
  },
});
