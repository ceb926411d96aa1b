import { defineNode } from '@diorama/shared/scene/nodes/define.ts';
import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import { length } from '@diorama/shared/scene/values.ts';
import { ConeGeometry } from 'three';
import { z } from 'zod';

/** Node kind as an extension would define it. */
export const tent = defineNode({
  kind: 'tent',
  props: z.strictObject({ radius: length.default(1), height: length.default(2) }),
  inspector: {
    label: 'node.cone',
    icon: 'cone',
    create: 'shape',
    fields: [
      { key: 'radius', label: 'field.radius', kind: 'number', ...lengthRange },
      { key: 'height', label: 'field.height', kind: 'number', ...lengthRange },
    ],
  },
});

/** Traits of the kind, whose type allows only registered kinds. */
export const tentTraits = {
  role: 'surface',
  shape: ({ radius, height }: { radius: number; height: number }) => ({
    key: 'tent',
    scale: [radius, height, radius],
    build: () => new ConeGeometry(1, 1, 4),
  }),
};
