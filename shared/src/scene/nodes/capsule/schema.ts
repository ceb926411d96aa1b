import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/**
 * A cylinder with hemispherical ends, in metres; `height` is that of the straight part. Centred on the
 * origin, Y is the axis.
 */
const capsuleProps = z.strictObject({ radius: length.default(0.3), height: length.default(0.6) });

export const capsuleNode = defineNode({
  kind: 'capsule',
  props: capsuleProps,
  inspector: {
    label: 'node.capsule',
    icon: 'pill',
    create: 'shape',
    sizing: {
      form: 'round',
      props: ([x, y]) => ({ radius: x / 2, height: Math.max(y - x, lengthRange.min) }),
    },
    fields: [
      { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
      { key: 'height', label: 'field.straightHeight', kind: 'number', ...lengthRange },
    ],
  },
});
