import { z } from 'zod';
import { coordinate, point, ratio, sceneId } from '../../values.ts';
import { choicesOf } from '../choices.ts';
import { defineNode } from '../define.ts';
import { countRange, ratioRange } from '../ranges.ts';
import { MAX_COPIES, REPEAT_PATTERNS } from './limits.ts';

const count = z.int().min(1).max(MAX_COPIES);

const angle = z
  .number()
  .min(-2 * Math.PI)
  .max(2 * Math.PI);

const offset = z.number().min(0).max(1e6);

/**
 * Repeats its children, the source, which stay ordinary nodes. Copies are generated and never stored, and are shown
 * while the source is hidden. In metres and radians; each pattern reads its own values.
 * In a row, on a grid and in a circle the source is the first copy; elsewhere it is none.
 */
export const repeatProps = z.strictObject({
  pattern: z.enum(REPEAT_PATTERNS).default('linear'),
  count: count.default(3),
  /** From one copy to the next, in a row. */
  step: point.default([1.5, 0, 0]),
  /** Numbers of columns, layers and rows of a grid, and the distances between them. */
  counts: z.tuple([count, count, count]).default([3, 1, 3]),
  gaps: point.default([1.5, 1.5, 1.5]),
  /** A circle around `axis`, on which the source is the first copy. A full turn has its copies evenly around it. */
  radius: coordinate.default(2),
  angle: angle.default(2 * Math.PI),
  axis: z.enum(['x', 'y', 'z']).default('y'),
  /** Node of kind `path` along which copies are arranged at equal distances. */
  path: sceneId.nullable().default(null),
  /** Node with a surface on which copies are scattered. */
  surface: sceneId.nullable().default(null),
  /** Smallest distance between two copies on a surface. */
  spacing: z.number().min(0).max(1e6).default(0.5),
  /** Steepest slope of a surface, against the horizontal. */
  maxSlope: angle.min(0).default(Math.PI / 4),
  /** Whether copies turn with the circle, the path or the surface. */
  turns: z.boolean().default(true),
  /** Copies are varied at random by up to so much along and around their axes, and in size by a ratio. */
  jitterPosition: z.tuple([offset, offset, offset]).default([0, 0, 0]),
  jitterRotation: z.tuple([angle, angle, angle]).default([0, 0, 0]),
  jitterScale: ratio.default(0),
  /** Equal seeds give equal copies. */
  seed: z.int().min(0).max(999_999).default(1),
});

const AXES = ['x', 'y', 'z'] as const;
const TURN = 2 * Math.PI;
const copiesRange = { ...countRange, max: MAX_COPIES };
const offsetRange = { unit: 'metres', min: -1e6, max: 1e6, step: 0.1 } as const;
const distanceRange = { ...offsetRange, min: 0, step: 0.05 } as const;
const angleRange = { unit: 'radians', min: -TURN, max: TURN, step: Math.PI / 36 } as const;

export const repeatNode = defineNode({
  kind: 'repeat',
  props: repeatProps,
  inspector: {
    label: 'node.repeat',
    icon: 'grid-3x3',
    create: null,
    fields: [
      {
        key: 'pattern',
        label: 'repeat.pattern',
        kind: 'select',
        options: choicesOf('repeat', REPEAT_PATTERNS),
      },
      { key: 'path', label: 'node.path', kind: 'node', of: 'path', ...patterns('path') },
      { key: 'surface', label: 'repeat.surface', kind: 'node', of: 'surface', ...patterns('scatter') },
      {
        key: 'count',
        label: 'repeat.count',
        kind: 'number',
        ...copiesRange,
        ...patterns('linear', 'radial', 'path', 'scatter'),
      },
      {
        key: 'counts',
        label: 'repeat.count',
        kind: 'vector',
        axes: AXES,
        ...copiesRange,
        ...patterns('grid'),
      },
      {
        key: 'step',
        label: 'repeat.step',
        kind: 'vector',
        axes: AXES,
        ...offsetRange,
        ...patterns('linear'),
      },
      { key: 'gaps', label: 'repeat.step', kind: 'vector', axes: AXES, ...offsetRange, ...patterns('grid') },
      { key: 'radius', label: 'field.radius', kind: 'number', ...offsetRange, ...patterns('radial') },
      { key: 'angle', label: 'repeat.angle', kind: 'number', ...angleRange, ...patterns('radial') },
      {
        key: 'axis',
        label: 'repeat.axis',
        kind: 'select',
        options: choicesOf('repeat.axis', AXES),
        ...patterns('radial'),
      },
      { key: 'spacing', label: 'repeat.spacing', kind: 'number', ...distanceRange, ...patterns('scatter') },
      {
        key: 'maxSlope',
        label: 'repeat.maxSlope',
        kind: 'number',
        ...angleRange,
        min: 0,
        max: Math.PI,
        ...patterns('scatter'),
      },
      { key: 'turns', label: 'repeat.turns', kind: 'boolean', ...patterns('radial', 'path', 'scatter') },
      { key: 'jitterPosition', label: 'repeat.jitterPosition', kind: 'vector', axes: AXES, ...distanceRange },
      { key: 'jitterRotation', label: 'repeat.jitterRotation', kind: 'vector', axes: AXES, ...angleRange },
      { key: 'jitterScale', label: 'repeat.jitterScale', kind: 'number', ...ratioRange },
      { key: 'seed', label: 'repeat.seed', kind: 'number', ...countRange, min: 0, max: 999_999 },
    ],
    actions: ['makeSingle'],
  },
});

/** Condition that the copies follow one of some patterns. */
function patterns(...is: readonly (typeof REPEAT_PATTERNS)[number][]) {
  return { when: { key: 'pattern', is } } as const;
}
