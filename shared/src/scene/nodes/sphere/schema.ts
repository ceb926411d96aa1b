import { z } from 'zod';
import { length, sides } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { sidesRange } from '../sides.ts';

/** Radius in metres, centred on the origin. A few `sides` make a gem. */
const sphereProps = z.strictObject({ radius: length.default(0.5), sides: sides.default(48) });

export const sphereNode = defineNode({
  kind: 'sphere',
  props: sphereProps,
  inspector: {
    label: 'node.sphere',
    icon: 'circle',
    create: 'shape',
    sizing: { form: 'ball', props: ([x]) => ({ radius: x / 2 }) },
    fields: [
      { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
      { key: 'sides', label: 'field.sides', kind: 'number', ...sidesRange },
    ],
  },
});
