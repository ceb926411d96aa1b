import { z } from 'zod';
import { length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** Maximum number of steps: more than in any building, few enough to draw. */
const MAX_STEPS = 200;

/**
 * A solid flight of stairs, centred on the origin, that rises towards −Z. In metres: `width` along X, `rise`
 * the height and `run` the depth of one step.
 */
const stairsProps = z.strictObject({
  width: length.default(1),
  rise: length.default(0.17),
  run: length.default(0.28),
  steps: z.int().min(1).max(MAX_STEPS).default(8),
});

export const stairsNode = defineNode({
  kind: 'stairs',
  props: stairsProps,
  inspector: {
    label: 'node.stairs',
    icon: 'chart-no-axes-column-increasing',
    create: 'shape',
    sizing: {
      form: 'free',
      props: ([x, y, z], { steps }) => ({ width: x, rise: y / Number(steps), run: z / Number(steps) }),
    },
    fields: [
      { key: 'steps', label: 'field.steps', kind: 'number', unit: 'count', min: 1, max: 200, step: 1 },
      { key: 'width', label: 'field.width', kind: 'number', ...lengthRange },
      { key: 'rise', label: 'field.rise', kind: 'number', ...lengthRange },
      { key: 'run', label: 'field.run', kind: 'number', ...lengthRange },
    ],
  },
});
