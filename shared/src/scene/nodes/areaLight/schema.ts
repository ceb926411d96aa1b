import { z } from 'zod';
import { amount, color, length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { arrow, loop } from '../helper-lines.ts';
import { LIGHT_HEIGHT, lengthRange } from '../ranges.ts';

/** Rectangular area light along the node's −Z: intensity in nits, size in metres. */
const areaLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(20),
  size: z.tuple([length, length]).default([1, 1]),
});

export const areaLightNode = defineNode({
  kind: 'areaLight',
  props: areaLightProps,
  inspector: {
    label: 'node.areaLight',
    icon: 'rectangle-horizontal',
    create: 'light',
    arrival: { height: LIGHT_HEIGHT, isTilted: true },
    fields: [
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'intensity', label: 'field.intensity', kind: 'number', unit: 'nits', min: 0, max: 1e6, step: 1 },
      { key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y'], ...lengthRange },
    ],
  },
  helper: ({ size: [x, y] }) => [
    ...arrow(Math.min(x, y)),
    ...loop([
      [-x / 2, -y / 2, 0],
      [x / 2, -y / 2, 0],
      [x / 2, y / 2, 0],
      [-x / 2, y / 2, 0],
    ]),
  ],
});
