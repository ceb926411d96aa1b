import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** A flat disc with a hole, in metres, centred on the origin; faces +Y. */
const ringProps = z.strictObject({ innerRadius: length.default(0.3), outerRadius: length.default(0.5) });

export const ringNode = defineNode({
  kind: 'ring',
  props: ringProps,
  inspector: {
    label: 'node.ring',
    icon: 'circle-dot',
    create: 'shape',
    sizing: {
      form: 'round',
      isFlat: true,
      props: ([x], { innerRadius, outerRadius }) => ({
        outerRadius: x / 2,
        innerRadius: (x / 2) * (Number(innerRadius) / Number(outerRadius)),
      }),
    },
    fields: [
      { key: 'innerRadius', label: 'field.innerRadius', kind: 'number', ...lengthRange },
      { key: 'outerRadius', label: 'field.outerRadius', kind: 'number', ...lengthRange },
    ],
  },
});
