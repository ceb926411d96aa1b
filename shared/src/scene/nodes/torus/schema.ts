import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** `radius` is the distance to the centre of the tube, `tube` the tube's radius, in metres; Y is the axis. */
const torusProps = z.strictObject({ radius: length.default(0.4), tube: length.default(0.15) });

export const torusNode = defineNode({
  kind: 'torus',
  props: torusProps,
  inspector: {
    label: 'node.torus',
    icon: 'torus',
    create: 'shape',
    sizing: {
      form: 'round',
      // A tube wider than the ring leaves no hole.
      props: ([x, y]) => ({ tube: y / 2, radius: Math.max((x - y) / 2, lengthRange.min) }),
    },
    fields: [
      { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
      { key: 'tube', label: 'field.tube', kind: 'number', ...lengthRange },
    ],
  },
});
