import { z } from 'zod';
import { color, point, sceneId } from '../../values.ts';
import { defineNode } from '../define.ts';
import { direction } from '../direction.ts';
import { MEASURE_MODES } from './modes.ts';

/** Maximum number of points, enough for points set by hand. */
export const MAX_MEASURE_POINTS = 200;

/**
 * A measurement stored in the scene, between `points` in local space, in metres. `normals` are the surface
 * normals at the points, null or absent where there is none. `stop` is the annotation at which visitors see
 * it, null for always; `showsName` shows its name before the value.
 */
const measureProps = z.strictObject({
  mode: z.enum(MEASURE_MODES).default('distance'),
  points: z
    .array(point)
    .max(MAX_MEASURE_POINTS)
    .default([
      [-0.5, 0, 0],
      [0.5, 0, 0],
    ]),
  normals: z.array(direction.nullable()).max(MAX_MEASURE_POINTS).default([]),
  color: color.default('#1d6ae7'),
  stop: sceneId.nullable().default(null),
  showsName: z.boolean().default(false),
});

export const measureNode = defineNode({
  kind: 'measure',
  props: measureProps,
  inspector: {
    label: 'node.measure',
    icon: 'ruler',
    create: null,
    fields: [
      { key: 'color', label: 'field.color', kind: 'color' },
      { key: 'showsName', label: 'field.showsName', kind: 'boolean' },
      { key: 'stop', label: 'field.shownAt', kind: 'stop' },
    ],
  },
});
