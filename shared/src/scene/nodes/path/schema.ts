import { z } from 'zod';
import { coordinate, length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/** Maximum number of points, enough for a hand-drawn path; traced drawings are simplified to it. */
export const MAX_PATH_POINTS = 2_000;

/**
 * A path in the node's XZ plane, extruded along +Y. In metres: a closed path is the enclosed area, an open
 * one a strip of `width` along `points`; `depth` is its height, `bevel` the size of its bevelled edges.
 */
const pathProps = z.strictObject({
  points: z
    .array(z.tuple([coordinate, coordinate]))
    .max(MAX_PATH_POINTS)
    .default([
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0],
      [0, 0],
      [0, 0.5],
      [-0.5, 0.5],
    ]),
  closed: z.boolean().default(true),
  depth: length.default(0.3),
  bevel: z.number().min(0).max(1e6).default(0),
  width: length.default(0.05),
});

export const pathNode = defineNode({
  kind: 'path',
  props: pathProps,
  inspector: {
    label: 'node.path',
    icon: 'pen-tool',
    create: 'shape',
    fields: [
      { key: 'depth', label: 'field.depth', kind: 'number', ...lengthRange },
      { key: 'bevel', label: 'field.bevel', kind: 'number', ...lengthRange, min: 0 },
      { key: 'closed', label: 'field.closed', kind: 'boolean' },
      { key: 'width', label: 'field.lineWidth', kind: 'number', ...lengthRange },
    ],
  },
});
