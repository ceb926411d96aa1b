import { z } from 'zod';
import { coordinate, length, sides } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';
import { sidesRange } from '../sides.ts';

/**
 * Radii and height in metres; Y is the axis, centred on the origin. With a `topRadius` the tip becomes a flat
 * end; a few `sides` make a pyramid.
 */
const coneProps = z.strictObject({
  radius: length.default(0.5),
  topRadius: coordinate.min(0).default(0),
  height: length.default(1),
  sides: sides.default(64),
});

export const coneNode = defineNode({
  kind: 'cone',
  props: coneProps,
  inspector: {
    label: 'node.cone',
    icon: 'cone',
    create: 'shape',
    sizing: {
      form: 'round',
      // The wider end defines the width of the cone.
      props: ([x, y], { radius, topRadius }) => {
        const [base, top] = [Number(radius), Number(topRadius)];
        const factor = x / 2 / Math.max(base, top);
        return { radius: Math.max(base * factor, lengthRange.min), topRadius: top * factor, height: y };
      },
    },
    fields: [
      { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
      { key: 'topRadius', label: 'field.topRadius', kind: 'number', ...lengthRange, min: 0 },
      { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
      { key: 'sides', label: 'field.sides', kind: 'number', ...sidesRange },
    ],
  },
});
