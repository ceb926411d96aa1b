import { z } from 'zod';
import { defineNode } from '../define.ts';
import { pyramidAlong } from '../helper-lines.ts';

/**
 * A saved view along −Z of its node. `fov` is the vertical angle in degrees; `near` and `far` are clipping
 * distances in exported files, in metres.
 */
const cameraProps = z.strictObject({
  fov: z.number().min(5).max(150).default(40),
  near: z.number().min(1e-4).max(1e6).default(0.05),
  far: z.number().min(1e-3).max(1e6).default(1_000),
});

/** Length of the drawn frustum in metres, and its aspect ratio. */
const LENGTH = 1;
const ASPECT = 1.25;

export const cameraNode = defineNode({
  kind: 'camera',
  props: cameraProps,
  inspector: {
    label: 'node.camera',
    icon: 'video',
    create: null,
    fields: [{ key: 'fov', label: 'field.fov', kind: 'number', unit: 'degrees', min: 5, max: 150, step: 1 }],
    actions: ['lookThrough', 'cameraFromView'],
  },
  helper: ({ fov }) => pyramidAlong({ angle: (fov / 360) * Math.PI, aspect: ASPECT, length: LENGTH }),
});
